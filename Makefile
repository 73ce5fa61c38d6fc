# `make play` builds everything and opens the games in the browser, or says where they are; `make test` passes all
# tests; `make fuzz` runs long;
# `make simulate` plays tables in a world that goes wrong, from 10,000 seeds;
# `make told` compares traces with tables, and worlds that a seat cannot tell apart, in many matches of every game;
# `make kill` kills a process that stores matches 2,000 times; `make disk` has every call of one fail in every way;
# `make compare` plays against OpenSpiel, which it installs into a virtual environment under target/ (Python 3.11, a
# large download); `make lines` counts the lines of Rust in each crate, tests left out; `make client-test` checks the
# client for browsers, which needs Node 20.19 or later and installs what its lock file names, in Debian's `chromium`,
# where that is installed, too; `make client-browser` plays every game there, 200 clicks at two sizes.
.PHONY: play test build check fuzz simulate told kill disk compare lines client-test client-browser

build:
	cargo build --release

play: build
	./target/release/tavola serve --open

check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

test: check
	cargo test --workspace
	./target/debug/tavola fmt --check games std
	./target/debug/tavola test games

client/node_modules/.package-lock.json: client/package-lock.json
	cd client && npm install --no-save --no-audit --no-fund
	touch $@

client-test: client/node_modules/.package-lock.json
	cd client && npm run --silent lint && npm run --silent check && npm run --silent test && npm run --silent browser

client-browser: client/node_modules/.package-lock.json
	cd client && GAMES=all MOVES=200 npm run --silent browser

COUNT = 100000
SEED = 1

fuzz:
	cargo build --release -p fuzz
	for kind in sources protocol saved sizes; do ./target/release/fuzz $$kind --count $(COUNT) --seed $(SEED) || exit 1; done

SEEDS = 10000

simulate:
	TAVOLA_SEEDS=$(SEEDS) cargo test --release -p table --test simulator -- --nocapture

MATCHES = 300
WORLDS = 300

told:
	TAVOLA_MATCHES=$(MATCHES) cargo test --release -p project --test traces traces_lead -- --nocapture
	TAVOLA_WORLDS=$(WORLDS) cargo test --release -p protocol --lib worlds -- --nocapture

KILLS = 2000

kill:
	TAVOLA_KILLS=$(KILLS) TAVOLA_SEED=$(SEED) cargo test --release -p store --test faults kill -- --nocapture

disk:
	TAVOLA_DISK=1 cargo test --release -p store --test faults disk

compare: build target/openspiel/done
	target/openspiel/bin/python tools/compare-openspiel.py

target/openspiel/done:
	python3 -m venv target/openspiel
	target/openspiel/bin/pip install --quiet open_spiel
	touch $@

lines:
	@python3 tools/count-lines.py
