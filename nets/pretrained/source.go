package pretrained

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// SourceFile returns the file of a shipped net in the source tree that the working
// folder is in.
func SourceFile(name string) (string, error) {
	root, err := checkout()
	if err != nil {
		return "", fmt.Errorf("%s is part of the program: %w", name, err)
	}
	return filepath.Join(root, "nets", "pretrained", name+extension), nil
}

// moduleLine is in the go.mod of this module.
var moduleLine = regexp.MustCompile(`(?m)^module gammonlab$`)

// checkout returns the top folder of the source tree that the working folder is
// in.
func checkout() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && moduleLine.Match(text) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("run this in a checkout of its source; neither %s nor a folder above it has the go.mod", here)
		}
	}
}
