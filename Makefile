# `make play` builds everything and opens the games in the browser, or says where they are; `make test` passes all
# tests; `make fuzz` runs long;
# `make load` says how many durable moves a server makes in a second of its processor time, and how long players wait;
# `make soak` has players come and go for an hour, and says whether memory or files are left of them;
# `make simulate` plays tables in a world that goes wrong, from 10,000 seeds;
# `make told` compares traces with tables, and worlds that a seat cannot tell apart, in many matches of every game;
# `make twins` compares what a seat imagines in some 10,000 pairs of matches that it cannot tell apart;
# `make kill` kills a process that stores matches 2,000 times; `make disk` has every call of one fail in every way;
# `make takeover` has one server take over from another 100 times while people play;
# `make compare` plays against OpenSpiel, which it installs into a virtual environment under target/ (Python 3.11, a
# large download), and compares every decision; `make match` lets a bot play its tree search in equal time;
# `make lines` counts the lines of Rust in each crate, tests left out;
# `make client-test`, a part of `make test`, checks the client for browsers, with the program that was built: it needs
# Node 20.19 or later, installs what its lock file names, and Debian's `chromium` where it is missing and may be
# installed; `make client-browser` plays every game there, 200 clicks at two sizes; `make client-sheets` makes pictures
# of every game.
.PHONY: play test build check fuzz load soak simulate told twins kill disk takeover compare match lines
.PHONY: client-test client-browser client-sheets chromium

# The client for browsers goes into the program where it can be built; without Node there are the pages without script.
ifneq ($(shell command -v npm),)
CLIENT = client/dist/index.html
build: export TAVOLA_CLIENT = $(CURDIR)/client/dist
endif

build: $(CLIENT)
	cargo build --release

client/dist/index.html: client/node_modules/.package-lock.json client/index.html docs/builtins.md $(shell find client/src client/public -type f)
	cd client && npm run --silent build

play: build
	./target/release/tavola serve --open

check:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

test: check
	cargo test --workspace
	./target/debug/tavola fmt --check games std
	./target/debug/tavola test games
	$(MAKE) client-test TAVOLA=$(CURDIR)/target/debug/tavola

client/node_modules/.package-lock.json: client/package-lock.json
	@command -v npm >/dev/null || { echo "the client for browsers needs Node 20.19 or later with npm"; exit 1; }
	cd client && npm install --no-save --no-audit --no-fund
	touch $@

# Where the browser for tests is; CHROMIUM names another one.
CHROMIUM ?= /usr/bin/chromium

chromium:
	@test -x $(CHROMIUM) || { apt-get update && apt-get install --yes --no-install-recommends chromium; } || \
		{ echo "the tests in a browser need Debian's package chromium, or CHROMIUM=FILE"; exit 1; }

# The program that the client is tested with.
TAVOLA ?= $(CURDIR)/target/release/tavola
client-test client-browser client-sheets: export TAVOLA := $(TAVOLA)
client-test client-browser client-sheets: export CHROMIUM := $(CHROMIUM)

client-test: client/node_modules/.package-lock.json chromium
	cd client && npm run --silent lint && npm run --silent check && npm run --silent test && npm run --silent browser

client-browser: client/node_modules/.package-lock.json chromium
	cd client && GAMES=all MOVES=200 npm run --silent browser

client-sheets: client/node_modules/.package-lock.json chromium
	cd client && npx vitest run test/hand.test.ts && npm run --silent sheets

COUNT = 100000
SEED = 1

fuzz:
	cargo build --release -p fuzz
	for kind in sources protocol saved sizes secrets; do ./target/release/fuzz $$kind --count $(COUNT) --seed $(SEED) || exit 1; done

LOAD = tic-tac-toe hearts chess

load:
	cargo build --release -p server --example load
	for game in $(LOAD); do for kind in closed open idle; do \
		./target/release/examples/load $$kind --game $$game || exit 1; done; done

# How long, and in which games.
SOAK = 3600
SOAKED = hearts

soak:
	cargo build --release -p server --example load
	for game in $(SOAKED); do ./target/release/examples/load soak --game $$game --seconds $(SOAK) || exit 1; done

SEEDS = 10000

simulate:
	TAVOLA_SEEDS=$(SEEDS) cargo test --release -p table --test simulator -- --nocapture

MATCHES = 300
WORLDS = 300

told:
	TAVOLA_MATCHES=$(MATCHES) cargo test --release -p project --test traces traces_lead -- --nocapture
	TAVOLA_WORLDS=$(WORLDS) cargo test --release -p protocol --lib worlds -- --nocapture

# Pairs of matches in each game.
TWINS = 400

twins:
	TAVOLA_WORLDS=$(TWINS) cargo test --release -p bots --test worlds -- --nocapture

KILLS = 2000

kill:
	TAVOLA_KILLS=$(KILLS) TAVOLA_SEED=$(SEED) cargo test --release -p store --test faults kill -- --nocapture

TAKEOVERS = 100

takeover:
	TAVOLA_TAKEOVERS=$(TAKEOVERS) cargo test --release -p server --test suite takeover -- --nocapture

disk:
	TAVOLA_DISK=1 cargo test --release -p store --test faults disk

compare: build target/openspiel/done
	target/openspiel/bin/python tools/compare-openspiel.py

# A move may take so many seconds of the processor.
THINK = 0.1

match: build target/openspiel/done
	target/openspiel/bin/python tools/match-openspiel.py --seconds $(THINK)

target/openspiel/done:
	python3 -m venv target/openspiel
	target/openspiel/bin/pip install --quiet open_spiel
	touch $@

lines:
	@python3 tools/count-lines.py
