# `make play` builds everything and opens the menu of games; `make test` passes all tests; `make compare` plays
# against OpenSpiel, which it installs into a virtual environment under target/ (Python 3.11, a large download).
.PHONY: play test build check compare

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

compare: build target/openspiel/done
	target/openspiel/bin/python tools/compare-openspiel.py

target/openspiel/done:
	python3 -m venv target/openspiel
	target/openspiel/bin/pip install --quiet open_spiel
	touch $@
