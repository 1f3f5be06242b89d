package pagetest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// axe is axe-core, which finds obstacles for people who use a page by keyboard,
// by screen reader or with large letters. axe/axe.json names its source.
//
//go:embed axe/axe.min.js
var axe string

// quote returns a text as a JavaScript string.
func quote(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // every text can be written as JSON
	}
	return string(quoted)
}

// Access returns the faults that axe-core finds in the open page: a line for each rule
// that the page breaks.
func (b *Browser) Access() []string {
	b.t.Helper()
	var loaded bool // in this page, by an earlier call
	if b.Evaluate(&loaded, "'axe' in window"); !loaded {
		b.Evaluate(nil, axe+"\n0")
	}
	run := "axe.run({ resultTypes: ['violations'], selectors: false }).then(r => r.violations.map(v => ({ID: v.id, Help: v.help, Nodes: v.nodes.map(n => n.html + ' ' + n.failureSummary)})))"
	var found []struct {
		ID, Help string
		Nodes    []string
	}
	b.Evaluate(&found, run)
	var all []string
	for _, f := range found {
		all = append(all, fmt.Sprintf("%s: %s: %.1200s", f.ID, f.Help, strings.Join(f.Nodes, "; ")))
	}
	return all
}
