// Command siteprogram builds the program of static sites: the pages of the server, compiled
// to WebAssembly. Browsers have TLS, which would be a third of the program; a package without
// function replaces it in the build. A package that needs more of TLS fails to compile, which
// also keeps large modules out. The script that starts the program is a section of it.
package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gammonlab/internal/wasmsection"
)

//go:embed tls.go.txt
var noTLS []byte

// program is the package that is built.
const program = "./cmd/gammonlab/internal/web/static/program"

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
	overlay, err := withoutTLS(scratch)
	if err != nil {
		return err
	}
	command := exec.Command("go", "build", "-overlay", overlay, "-tags", "site,simd,minimal,nethttpomithttp2",
		"-trimpath", "-ldflags", "-s -w", "-o", out, program)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return err
	}
	return addScript(out)
}

// addScript adds Go's script to the program.
func addScript(out string) error {
	root, err := goRoot()
	if err != nil {
		return err
	}
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

// goRoot returns the folder of Go.
func goRoot() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(root)), err
}

// withoutTLS writes the description of a build in which one file replaces those of crypto/tls,
// and returns its path.
func withoutTLS(scratch string) (string, error) {
	root, err := goRoot()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(root, "src", "crypto", "tls")
	sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, path := range sources {
		replace[path] = "" // absent
	}
	stand := filepath.Join(scratch, "tls.go")
	replace[filepath.Join(folder, "tls.go")] = stand
	description, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(scratch, "overlay.json")
	if err := os.WriteFile(stand, noTLS, 0o666); err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, description, 0o666)
}
