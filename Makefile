# Needs Go and make. go run fetches the linter and goreleaser at fixed versions.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0
GORELEASER  = github.com/goreleaser/goreleaser/v2@v2.13.0

# goreleaser runs for seconds and compiles for minutes, so it is compiled without optimisation.
RUN_GORELEASER = go run -gcflags 'all=-N -l' -gcflags std= $(GORELEASER)

# Build tags that omit parts of the program: the plot library's EPS and TeX (every build writes
# figures as PNG, SVG and PDF), the manual pages of
# the command-line library (make man does not need them), arrow's JSON library (Go's own
# replaces it). TAGS= includes everything, as go build and go test do. make release uses these
# tags and flags, too.
TAGS = minimal,urfave_cli_no_docs,tinygo

# The code of the NATS server and client is compiled without inlining, which takes 1.4 MB
# off the program. A shard of a farm then takes the server about 7 % more processor time.
GCFLAGS = github.com/nats-io/...=-l

PROGRAM = bin/gammonlab
VERSION = $(shell sed -n 's/^const Toolkit = "\(.*\)"/\1/p' internal/version/version.go)

# A release of Linux only takes a third of the time: make release LINUX_ONLY=true.
LINUX_ONLY = false

# The archive of the nets in a release.
NETS = gammonlab_$(VERSION)_nets

# The labels of make release-data: positions, and the net that labels them.
ROWS     = 3000000
LABELLER = large

# Games of the demo, which takes about two minutes on two cores. A demo that is there continues
# with its settings, whatever they are; other numbers of games need DEMO_FLAGS=--force, which
# replaces it.
DEMO_GAMES = 300000
DEMO_FLAGS =

# Repetitions of each benchmark; benchstat needs 10 to separate a gain from noise.
BENCH_COUNT = 1
BENCH       = .

FUZZ_TIME = 10s

# The Python package is tested if this Python has numpy and pytest.
PYTHON = /usr/bin/python3

# Platforms of make wheels.
WHEELS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.DEFAULT_GOAL := help
.PHONY: help build site demo test test-race test-long test-farm lint fmt bench bench-peers notebooks notebooks-test fuzz-short cover man completions reference rename \
	release release-data nets goreleaser test-python wheels

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/gammonlab, a static binary
	@test -e $(PROGRAM) || echo 'Compiling gammonlab and the packages that it uses into $(PROGRAM): minutes the first time, seconds later.'
	CGO_ENABLED=0 go build -trimpath -tags '$(TAGS)' -gcflags '$(GCFLAGS)' -ldflags "-s -w" -o $(PROGRAM) ./cmd/gammonlab

site: build ## build bin/gammonlab.wasm, and write the pages without a server into build/site
	go run ./tools/siteprogram -out bin/gammonlab.wasm
	bin/gammonlab site --force --out build/site

man: build ## write the manual pages into build/man
	rm -rf build/man
	bin/gammonlab commands | go run ./tools/commandpages -man build/man

completions: build ## write the completions of the shells into build/completions
	rm -rf build/completions
	mkdir -p build/completions
	bin/gammonlab completion bash > build/completions/gammonlab.bash
	bin/gammonlab completion zsh > build/completions/_gammonlab
	bin/gammonlab completion fish > build/completions/gammonlab.fish

reference: build ## write docs/reference from the program's help, docs/schemas from the types of results
	rm -f docs/reference/*.md
	bin/gammonlab commands | go run ./tools/commandpages -markdown docs/reference
	go test ./cmd/gammonlab/app -run '^Test(Config)?SchemasAreCurrent$$' -update

rename: ## give the module a path for go get (MODULE=github.com/NAME/gammonlab)
	go run ./tools/rename -module '$(MODULE)'

# Without the tag of this version at HEAD, goreleaser makes a snapshot. It wants a tag and the
# address of the repository also for that, and stops in a release if the tag is not at HEAD.
release: ## write archives for Linux, macOS and Windows into dist, with SHA-256 sums, lists of contents and the program for browsers
	$(RUN_GORELEASER) check
	TAGS='$(TAGS)' GCFLAGS='$(GCFLAGS)' LINUX_ONLY=$(LINUX_ONLY) GORELEASER_CURRENT_TAG=v$(VERSION) \
		GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=remote.origin.url GIT_CONFIG_VALUE_0=. \
		$(RUN_GORELEASER) release --clean --skip=publish \
		$$(git describe --exact-match --tags --match v$(VERSION) >/dev/null 2>&1 || echo --snapshot)
	$(MAKE) nets
	go run ./tools/siteprogram -out dist/gammonlab.wasm
	cd dist && sha256sum $(NETS).tar.gz gammonlab.wasm >> SHA256SUMS

nets: build ## write the nets in all their forms, with their cards, into dist
	rm -rf build/$(NETS)
	mkdir -p dist build/$(NETS)/gnubg
	cp LICENSE build/$(NETS)
	set -e; for file in nets/pretrained/*.safetensors; do \
		name=$$(basename $$file .safetensors) to=build/$(NETS)/$$(basename $$file .safetensors); \
		mkdir $$to; cp $$file $$to; cp docs/cards/$$name.md $$to/README.md; \
		$(PROGRAM) weights convert $$name $$to/$$name.onnx >/dev/null; \
	done
	cp nets/gnubg/* build/$(NETS)/gnubg
	set -e; for file in nets/gnubg/*.wd; do for form in weights safetensors onnx; do \
		$(PROGRAM) weights convert $$file build/$(NETS)/gnubg/$$(basename $$file .wd).$$form >/dev/null; \
	done; done
	tar -C build --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rw,go+r-w --mtime="$$(git log -1 --format=%cI)" -cf - $(NETS) \
		| gzip -n9 > dist/$(NETS).tar.gz

# With 3 million rows it takes about an hour of two cores; the same command resumes.
release-data: build ## write labels of one generation as Parquet, with a card, into build/data (ROWS=3000000, LABELLER=large)
	mkdir -p build/data
	$(PROGRAM) dataset generate --player net:$(LABELLER) --trace 0 --prune --sieve 5/0.2 --alternatives 3/0.1 \
		--positions $(ROWS) --seed 1 --out build/data/labels.parquet
	$(PROGRAM) dataset verify build/data/labels.parquet
	$(PROGRAM) dataset info --json build/data/labels.parquet | go run ./tools/datacard > build/data/README.md

goreleaser: ## fetch goreleaser, which make release runs
	go mod download $(GORELEASER)

demo: build ## train a small net from scratch and measure it, in about two minutes
	@echo 'Training a net by $(DEMO_GAMES) games against itself, then measuring it against pubeval: about two minutes on two cores for 300000 games.'
	bin/gammonlab train td $(if $(and $(wildcard demo/config.json),$(filter file,$(origin DEMO_GAMES)),$(if $(DEMO_FLAGS),,yes)),--resume, \
		--features perspective196 --hidden 80 --lambda 0 --rate exp:0.1:0.005 --games $(DEMO_GAMES) --seed 1 $(DEMO_FLAGS)) --curve --out demo
	bin/gammonlab bench match --a net:demo/model.safetensors --b pubeval --games 20000 --seed 2
	@echo
	@echo 'Net: demo/model.safetensors. Learning curve: demo/learning-curve.png. docs/tutorial.md continues'
	@echo 'from here. Or try:'
	@echo
	@echo '  bin/gammonlab play --model demo/model.safetensors     # play against it'
	@echo '  bin/gammonlab play                                    # play against the shipped net'
	@echo '  bin/gammonlab bench match --a net:demo/model.safetensors --b net:default'
	@echo '  make demo DEMO_GAMES=2000000 DEMO_FLAGS=--force       # train longer, instead of this net'
	@echo '  bin/gammonlab train td --help                         # bigger nets, other settings'

test: lint ## run the linters and the tests, also without assembly; print the seconds of each stage
	.ci/test
	.ci/stage 'tests of the examples' go -C examples test ./...
	.ci/stage 'tests of the nets without assembly' go test -vet=off -tags noasm ./nets/...
	.ci/stage 'tests of the Python package' $(MAKE) test-python
	@.ci/stage

test-race: ## run the short tests of concurrent packages under the race detector, as CI does after make test
	@rm -f build/stages
	.ci/test race
	@.ci/stage

# The program is compiled as the tests are, since make build would compile every package
# once more. .ci/run repeats the tests with the program of make build.
test-python: ## test the Python package, if PYTHON has numpy and pytest
	@if $(PYTHON) -c 'import numpy, pytest'; then set -e; \
		[ -n "$$GAMMONLAB" ] || { export GAMMONLAB="$$PWD/build/gammonlab"; go build -o "$$GAMMONLAB" ./cmd/gammonlab; }; \
		$(PYTHON) -m pytest -q -p no:cacheprovider python/tests; \
	else \
		echo 'NOT RUN: python/tests need numpy and pytest (Debian: apt-get install python3-numpy python3-pytest)' >&2; \
		[ -z "$$CI" ]; fi

wheels: ## write the Python wheels of WHEELS (linux/amd64 and five others) into dist
	@set -e; for platform in $(WHEELS); do \
		os=$${platform%/*} arch=$${platform#*/} program=build/wheels/$$platform/gammonlab; \
		GOOS=$$os GOARCH=$$arch $(MAKE) --no-print-directory build PROGRAM=$$program; \
		go run ./tools/licences -program $$program -version $(VERSION) -date "$$(git log -1 --format=%cI)"; \
		$(PYTHON) python/wheels.py $(VERSION) $$os $$arch $$program dist; \
	done

test-long: ## run all tests, including the long ones, and all packages under the race detector
	@rm -f build/stages
	.ci/test long
	@.ci/stage

test-farm: ## kill the workers, servers and submitters of farms many times, in about ten minutes
	GAMMONLAB_TEST_FARM=long go test -v -count 1 -timeout 60m -run 'TestFarmKills' ./cmd/gammonlab/app

lint: ## check the code (vet, gofmt, staticcheck), its number of lines, and the words, links and examples of documents
	@rm -f build/stages
	@echo 'go vet compiles everything first: on a fresh machine it prints nothing for some minutes.'
	.ci/stage 'go vet, compilation' go vet ./...
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then \
		echo "not formatted, run make fmt:" >&2; echo "$$unformatted" >&2; exit 1; fi
	.ci/stage 'staticcheck' go run $(STATICCHECK) ./...
	.ci/stage 'staticcheck without assembly' go run $(STATICCHECK) -tags noasm ./nets/...
	.ci/stage 'vet of the examples' go -C examples vet ./...
	.ci/stage 'staticcheck of the examples' sh -c 'cd examples && go run $(STATICCHECK) ./...'
	.ci/stage 'words' go run ./tools/prose
	.ci/stage 'lines' go run ./tools/lines
	.ci/stage 'links and examples of documents' sh -c 'go run ./cmd/gammonlab commands | go run ./tools/doccheck'

fmt: ## format the source
	gofmt -w .

bench: ## run the benchmarks and print their results for benchstat (BENCH=regexp, BENCH_COUNT=10)
	@go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(BENCH_COUNT) ./...

bench-peers: build ## compare with gnubg (evaluations, bear-off databases, labels) and PyTorch (training)
	tools/peers/peers.sh

notebooks: ## execute the notebooks and keep their outputs; installs Jupyter if missing (FLAGS='--quick --out DIR')
	notebooks/run.sh $(FLAGS)

notebooks-test: ## check the module of the notebooks; after make notebooks, also run cells that fail
	cd notebooks && go vet ./... && go run $(STATICCHECK) ./... && go test ./...

fuzz-short: ## fuzz every parser for ten seconds (FUZZ_TIME=10s)
	@set -e; for package in $$(go list ./...); do \
		names=$$(go test -list '^Fuzz' "$$package"); \
		for name in $$(echo "$$names" | grep '^Fuzz'); do \
			echo "$$package $$name"; \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZ_TIME) "$$package"; \
		done; \
	done

cover: ## write cover.out and print the share of statements that the tests run
	go test -coverpkg ./... -coverprofile cover.out ./...
	@go tool cover -func cover.out | tail -1
