package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// notebook is a file of Jupyter's, of nbformat 4. What is not looked at here
// stays as it is.
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

// check returns an error for the first cell of code that was not executed or
// that failed. A program that panics or exits with an error says so on its
// standard error only, to which a good one writes nothing.
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

// failure returns what an output says of a failure, "" if it is none.
func failure(output map[string]any) string {
	switch {
	case output["output_type"] == "error":
		return fmt.Sprintf("%s: %s\n%s", text(output["ename"]), text(output["evalue"]), text(output["traceback"]))
	case output["output_type"] == "stream" && output["name"] == "stderr":
		return text(output["text"])
	}
	return ""
}

// clean takes away what differs between equal runs: the times of cells and the
// numbers by which a front end finds what it shows.
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

// absolute finds paths that are those of one machine.
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

// text returns a text that a notebook holds as such or as a list of lines.
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
