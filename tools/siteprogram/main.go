// Command siteprogram builds the program of static sites: the pages of the server, compiled
// to WebAssembly. It is loaded by browsers, so it is made small (overlay.go, names.go). The
// script that starts the program is a section of it.
package main

import (
	"flag"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gammonlab/internal/wasmsection"
)

// program is the package that is built, with the tags.
const (
	program = "./cmd/gammonlab/internal/site/program"
	tags    = "site,simd,minimal,nethttpomithttp2"
)

// fast are the packages whose functions are inlined: the loops of evaluations. The others are a tenth
// smaller without.
var fast = []string{
	"math/...", "gammonlab/board", "gammonlab/features", "gammonlab/nets", "gammonlab/nets/...",
	"gammonlab/internal/floats", "gammonlab/engine", "gammonlab/engine/search", "gammonlab/engine/race",
}

func main() {
	log.SetFlags(0)
	out := flag.String("out", "bin/gammonlab.wasm", "`file` of the program")
	flag.Parse()
	if err := build(*out); err != nil {
		log.Fatal(err)
	}
}

// build builds the program.
func build(out string) error {
	scratch, err := os.MkdirTemp("", "siteprogram-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	root, err := goOutput("env", "GOROOT")
	if err != nil {
		return err
	}
	root = strings.TrimSpace(root)
	overlay, err := newOverlay(root, scratch)
	if err != nil {
		return err
	}
	args := []string{"build", "-overlay", overlay, "-tags", tags, "-trimpath", "-ldflags", "-s -w", "-gcflags=all=-l"}
	for _, pattern := range fast {
		args = append(args, "-gcflags="+pattern+"=")
	}
	command := goCommand(append(args, "-o", out, program)...)
	command.Stdout = os.Stdout
	if err := command.Run(); err != nil {
		return err
	}
	return addScript(root, out)
}

// goCommand returns a call of Go for browsers.
func goCommand(args ...string) *exec.Cmd {
	command := exec.Command("go", args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	return command
}

func goOutput(args ...string) (string, error) {
	text, err := goCommand(args...).Output()
	return string(text), err
}

// addScript adds Go's script to the program.
func addScript(root, out string) error {
	script, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	module, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	return os.WriteFile(out, wasmsection.Append(module, wasmsection.GoScript, script), 0o666)
}
