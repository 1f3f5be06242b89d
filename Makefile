# Needs Go and make. The linter is fetched, at a fixed version, by go run.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0

# What make build and make release leave out of the program: plots as PDF, EPS and TeX,
# manual pages by the library of the command line (make man does without), the JSON
# library of arrow in favour of Go's own, and gorgonia with --backend gorgonia. That is
# 10 MB of 62. TAGS= takes all in, as go build and go test do.
TAGS = minimal,urfave_cli_no_docs,tinygo,nogorgonia

# The code of the NATS server and client is compiled without inlining, which takes 1.4 MB
# off the program. A shard of a farm then takes the server about 7 % more processor time.
GCFLAGS = github.com/nats-io/...=-l

# A demo of about two minutes on two cores.
DEMO_GAMES = 300000

# Repetitions of each benchmark; benchstat wants 10 to tell a gain from noise.
BENCH_COUNT = 1
BENCH       = .

FUZZ_TIME = 10s

.DEFAULT_GOAL := help
.PHONY: help build demo test test-long test-farm lint fmt bench bench-peers notebooks notebooks-test fuzz-short cover man reference rename release

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/gammonlab, a static binary
	CGO_ENABLED=0 go build -trimpath -tags '$(TAGS)' -gcflags '$(GCFLAGS)' -ldflags "-s -w" -o bin/gammonlab ./cmd/gammonlab

man: build ## write the manual pages into build/man
	rm -rf build/man
	bin/gammonlab commands | go run ./internal/tools/commandpages -man build/man

reference: build ## write docs/reference from the program's help
	rm -f docs/reference/*.md
	bin/gammonlab commands | go run ./internal/tools/commandpages -markdown docs/reference

rename: ## give the module a path that go can fetch (MODULE=github.com/NAME/gammonlab)
	go run ./internal/tools/rename -module '$(MODULE)'

release: ## write archives for Linux, macOS and Windows with SHA-256 sums and lists of their contents into dist
	rm -rf dist
	go run ./internal/tools/release -tags '$(TAGS)' -gcflags '$(GCFLAGS)' -out dist

demo: build ## train a small net from scratch and measure it, in about two minutes
	@if [ -e demo ] && ! [ -f demo/config.json ]; then \
		echo 'demo/ is there and is not a run folder: move it away first' >&2; exit 1; fi
	rm -rf demo
	bin/gammonlab train td --features perspective196 --hidden 80 --lambda 0 --rate exp:0.1:0.005 \
		--games $(DEMO_GAMES) --seed 1 --curve --out demo
	bin/gammonlab bench match --a net:demo/model.safetensors --b pubeval --games 20000 --seed 2
	@echo
	@echo 'The net is demo/model.safetensors, how it learned demo/learning-curve.png. Try next:'
	@echo
	@echo '  bin/gammonlab play --model demo/model.safetensors     # play against it'
	@echo '  bin/gammonlab play                                    # play against the shipped net'
	@echo '  bin/gammonlab bench match --a net:demo/model.safetensors --b net:default'
	@echo '  make demo DEMO_GAMES=2000000                          # train longer, for a better net'
	@echo '  bin/gammonlab train td --help                         # bigger nets, other settings'

test: lint ## run vet, the linters and the tests, also without assembly; those of concurrent packages under the race detector
	.ci/test
	cd examples && go test ./...
	go test -vet=off -tags noasm ./nets/...

test-long: ## run the tests that make test leaves out, and those of all packages under the race detector
	.ci/test long

test-farm: ## kill the workers, servers and submitters of farms many times, in about ten minutes
	GAMMONLAB_TEST_FARM=long go test -v -count 1 -timeout 60m -run 'TestFarmKills' ./cmd/gammonlab

lint: ## check with vet, gofmt and staticcheck, and the words, links and examples of documents
	go vet ./...
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then \
		echo "not formatted, run make fmt:" >&2; echo "$$unformatted" >&2; exit 1; fi
	go run $(STATICCHECK) ./...
	go run $(STATICCHECK) -tags noasm ./nets/...
	cd examples && go vet ./... && go run $(STATICCHECK) ./...
	go run ./internal/tools/prose
	go run ./cmd/gammonlab commands | go run ./internal/tools/doccheck

fmt: ## format the source
	gofmt -w .

bench: ## run the benchmarks; output suits benchstat (BENCH=regexp, BENCH_COUNT=10)
	@go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(BENCH_COUNT) ./...

bench-peers: build ## compare with the installed gnubg's evaluations, bearoff databases and labels and with PyTorch's learning
	internal/tools/peers/peers.sh

notebooks: ## execute the notebooks and keep their outputs; installs Jupyter if need be (FLAGS='--quick --out DIR')
	notebooks/run.sh $(FLAGS)

notebooks-test: ## check the module of the notebooks; runs failing cells if make notebooks was run before
	cd notebooks && go vet ./... && go run $(STATICCHECK) ./... && go test ./...

fuzz-short: ## fuzz every parser for ten seconds (FUZZ_TIME=10s)
	@set -e; for package in $$(go list ./...); do \
		names=$$(go test -list '^Fuzz' "$$package"); \
		for name in $$(echo "$$names" | grep '^Fuzz'); do \
			echo "$$package $$name"; \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZ_TIME) "$$package"; \
		done; \
	done

cover: ## write cover.out and print the share of statements that tests reach
	go test -coverpkg ./... -coverprofile cover.out ./...
	@go tool cover -func cover.out | tail -1
