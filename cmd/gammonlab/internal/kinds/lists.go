package kinds

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/setting"
)

// readLists adds the lists of the flags that may name files of elements to the given texts.
func readLists(c *cli.Context, settings any, given map[setting.Name]string) error {
	for _, f := range setting.OfCommand(settings) {
		if f.Tag.Get("from") != "file" || !c.IsSet(f.Name.Flag()) {
			continue
		}
		var err error
		if given[f.Name], err = listOf(c, f.Name.Flag()); err != nil {
			return err
		}
	}
	return nil
}

// listOf returns the text of a list whose elements are those of a flag, or of the files that it
// names.
func listOf(c *cli.Context, flag string) (string, error) {
	var all []string
	for _, value := range c.StringSlice(flag) {
		list, err := elements(value)
		if err != nil {
			return "", fmt.Errorf("--%s: %w", flag, err)
		}
		all = append(all, list...)
	}
	return strings.Join(all, "\n"), cliutil.CheckInputs(c, "--"+flag, all...)
}

// elements returns the elements in a file with one on each line, where # begins a comment. If
// there is no such file, it returns the name.
func elements(name string) ([]string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || err != nil && strings.Contains(name, ",") {
		return []string{name}, nil
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all, err
}
