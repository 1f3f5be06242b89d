package promotion

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// SourceFile returns the path of a shipped net's file in the source tree that
// contains the working folder.
func SourceFile(name string) (string, error) {
	root, err := checkout()
	if err != nil {
		return "", fmt.Errorf("%s is embedded in the program: %w", name, err)
	}
	return filepath.Join(root, "nets", "pretrained", name+".safetensors"), nil
}

// moduleLine matches the module line in the go.mod of this module.
var moduleLine = regexp.MustCompile(`(?m)^module gammonlab$`)

// checkout returns the top folder of the source tree that contains the working
// folder.
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
			return "", fmt.Errorf("run this in a checkout of its source; neither %s nor a parent folder has its go.mod", here)
		}
	}
}
