// Command datacard prints the card of a database of labels, with a head that Hugging Face
// reads:
//
//	bin/gammonlab dataset info --json labels.parquet | go run ./tools/datacard > README.md
//
// make release-data runs it.
package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

//go:embed card.md
var card string

// database is what "dataset info --json" prints of a database.
type database struct {
	File       string            `json:"file"`
	Digest     string            `json:"digest"`
	Rows       int               `json:"rows"`
	Variant    string            `json:"variant"`
	Classes    []class           `json:"classes"`
	Provenance map[string]string `json:"provenance"`
}

// class has the numbers of a class, nil without rows.
type class struct {
	Class     string   `json:"class"`
	Rows      int      `json:"rows"`
	Mean      *float64 `json:"mean_equity"`
	Deviation *float64 `json:"equity_deviation"`
}

// Equity returns the cells of the mean equity and of its standard deviation.
func (c class) Equity() string {
	if c.Mean == nil || c.Deviation == nil {
		return " | "
	}
	return fmt.Sprintf("%+.3f | %.3f", *c.Mean, *c.Deviation)
}

func main() {
	if err := write(os.Stdout, os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "datacard:", err)
		os.Exit(1)
	}
}

// write prints the card of the database that in describes.
func write(out io.Writer, in io.Reader) error {
	var d database
	if err := json.NewDecoder(in).Decode(&d); err != nil {
		return fmt.Errorf("standard input, want the JSON of dataset info: %w", err)
	}
	if d.Rows < 1 || d.Provenance["player"] == "" {
		return fmt.Errorf("%s has %d rows of the player %q, want labels of a player's games", d.File, d.Rows, d.Provenance["player"])
	}
	return template.Must(template.New("card").Parse(card)).Execute(out, &d)
}

// Name returns the name of the file.
func (d *database) Name() string { return filepath.Base(d.File) }

// Size returns the size in the words of Hugging Face.
func (d *database) Size() string {
	sizes := []struct {
		below int
		name  string
	}{{1000, "n<1K"}, {10_000, "1K<n<10K"}, {100_000, "10K<n<100K"}, {1_000_000, "100K<n<1M"}, {10_000_000, "1M<n<10M"}, {100_000_000, "10M<n<100M"}}
	for _, s := range sizes {
		if d.Rows < s.below {
			return s.name
		}
	}
	return "n>100M"
}

// Labeller returns the net whose evaluations the labels are.
func (d *database) Labeller() string {
	name, _, _ := strings.Cut(d.Provenance["player"], " ")
	return name
}

// Settings returns the lines of the provenance.
func (d *database) Settings() string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(d.Provenance)) {
		fmt.Fprintf(&b, "| %s | %s |\n", key, d.Provenance[key])
	}
	return b.String()
}
