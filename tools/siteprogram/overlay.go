package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Packages that stand for those of Go. Browsers have TLS, which would be a third of the program. A
// package that needs more of them fails to compile, which also keeps large modules out.
var (
	//go:embed tls.go.txt
	noTLS []byte
	//go:embed idna.go.txt
	noIDNA []byte
)

// overlay describes a build in which files replace those of Go: by path, the path of a file
// in the folder scratch, or "" for none.
type overlay struct {
	sources, scratch string
	Replace          map[string]string
}

// newOverlay writes the description of a build with smaller packages, and returns its path.
func newOverlay(root, scratch string) (string, error) {
	o := &overlay{sources: filepath.Join(root, "src"), scratch: scratch, Replace: map[string]string{}}
	if err := o.replacePackage("crypto/tls", noTLS); err != nil {
		return "", err
	}
	if err := o.replacePackage("vendor/golang.org/x/net/idna", noIDNA); err != nil {
		return "", err
	}
	if err := o.nameMethods(); err != nil {
		return "", err
	}
	description, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	path := filepath.Join(scratch, "overlay.json")
	return path, os.WriteFile(path, description, 0o666)
}

// replacePackage replaces all files of a package by one.
func (o *overlay) replacePackage(name string, content []byte) error {
	paths, err := filepath.Glob(filepath.Join(o.sources, filepath.FromSlash(name), "*.go"))
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("no package %s in this Go", name)
	}
	for _, path := range paths {
		o.Replace[path] = ""
	}
	return o.replace(name+"/replaced.go", content)
}

// replace replaces a file.
func (o *overlay) replace(name string, content []byte) error {
	to := filepath.Join(o.scratch, strings.ReplaceAll(name, "/", "-"))
	o.Replace[filepath.Join(o.sources, filepath.FromSlash(name))] = to
	return os.WriteFile(to, content, 0o666)
}
