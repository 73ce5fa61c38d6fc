# `make play` builds everything and opens the menu of games; `make test` passes all tests.
.PHONY: play test build check

build:
	cargo build --release

play: build
	./target/release/tavola play

check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

test: check
	cargo test --workspace
	cargo build --release
	./target/release/tavola test games
