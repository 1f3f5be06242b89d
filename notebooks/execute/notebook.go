package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// notebook is a Jupyter notebook file, nbformat 4. Fields that this program does not read
// stay unchanged.
type notebook struct {
	cells []map[string]any
	all   map[string]any
}

func parse(data []byte) (*notebook, error) {
	nb := new(notebook)
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&nb.all); err != nil {
		return nil, fmt.Errorf("not a notebook: %w", err)
	}
	cells, ok := nb.all["cells"].([]any)
	if !ok {
		return nil, errors.New("not a notebook: it has no list of cells")
	}
	for i, c := range cells {
		cell, ok := c.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("cell %d is not an object", i+1)
		}
		nb.cells = append(nb.cells, cell)
	}
	return nb, nil
}

// check returns an error for the first code cell that was not executed or that failed. A
// program that panics or exits with an error reports it only on standard error, where a
// successful program writes nothing.
func (nb *notebook) check() error {
	for i, cell := range nb.cells {
		if cell["cell_type"] != "code" {
			continue
		}
		said := ""
		if cell["execution_count"] == nil {
			said = "it was not executed"
		}
		for _, output := range outputs(cell) {
			said += failure(output)
		}
		if said != "" {
			return fmt.Errorf("cell %d failed:\n%s\n%s", i+1, indent(text(cell["source"])), said)
		}
	}
	return nil
}

// failure returns the error text of an output, "" if the output reports no failure.
func failure(output map[string]any) string {
	switch {
	case output["output_type"] == "error":
		return fmt.Sprintf("%s: %s\n%s", text(output["ename"]), text(output["evalue"]), text(output["traceback"]))
	case output["output_type"] == "stream" && output["name"] == "stderr":
		return text(output["text"])
	}
	return ""
}

// clean removes what differs between equal runs: the times of cells, and the identifiers
// that a front end gives to outputs.
func (nb *notebook) clean() {
	for _, cell := range nb.cells {
		if cell["cell_type"] != "code" {
			continue
		}
		cell["metadata"] = map[string]any{}
		for _, output := range outputs(cell) {
			delete(output, "transient")
			if _, ok := output["metadata"]; ok {
				output["metadata"] = map[string]any{}
			}
		}
	}
}

// encode returns the file as Jupyter would write it.
func (nb *notebook) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(nb.all)
	return b.Bytes(), err
}

// absolute matches absolute paths, which exist on one machine only.
var absolute = regexp.MustCompile(`(?:^|[\s"'=(:])(/(?:home|root|tmp|Users|work|var|usr|builds?)/[^\s"'<>)\\]*)`)

// portable returns an error if the file names a path of this machine.
func portable(data []byte) error {
	if found := absolute.FindSubmatch(data); found != nil {
		return fmt.Errorf("it shows a path of this machine: %s", found[1])
	}
	return nil
}

func outputs(cell map[string]any) []map[string]any {
	list, _ := cell["outputs"].([]any)
	var found []map[string]any
	for _, o := range list {
		if output, ok := o.(map[string]any); ok {
			found = append(found, output)
		}
	}
	return found
}

// text returns a text that a notebook stores as a string or as a list of lines.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var b strings.Builder
		for _, line := range v {
			b.WriteString(text(line))
		}
		return b.String()
	}
	return ""
}

func indent(s string) string { return "    " + strings.ReplaceAll(s, "\n", "\n    ") }
