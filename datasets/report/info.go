package report

import (
	"gammonlab/datasets"
	"gammonlab/datasets/upkeep"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
	"maps"
)

// Info has statistics of the content of a database, as text and JSON.
type Info struct {
	File       string            `json:"file"`
	SHA256     string            `json:"digest"` // SHA-256 of the file
	Bytes      int64             `json:"bytes" unit:"bytes" meaning:"size of the file"`
	Variant    string            `json:"variant"`
	Rows       int64             `json:"rows" unit:"positions" meaning:"positions in the database"`
	Labelled   int64             `json:"labelled" unit:"positions" meaning:"positions with a label"`
	Bad        int64             `json:"bad"`
	Groups     []GroupInfo       `json:"groups"`  // by class, then method
	Methods    []MethodInfo      `json:"methods"` // statistics of the labels by method
	Classes    []ClassInfo       `json:"classes"`
	Sources    []upkeep.Count    `json:"sources"`
	Labellers  []upkeep.Count    `json:"labellers"`
	Weights    *WeightsInfo      `json:"weights,omitempty"` // nil without weights
	Cubes      int64             `json:"cubes,omitempty"`   // rows with equities by the state of the cube
	Provenance map[string]string `json:"provenance"`

	badRow  error
	summary *upkeep.Summary
}

// WeightsInfo has statistics of the weights of the positions.
type WeightsInfo struct {
	Min  float64 `json:"min"`
	Mean float64 `json:"mean"`
	Max  float64 `json:"max"`
}

// GroupInfo counts the rows of a class with labels of one method.
type GroupInfo struct {
	Class  string `json:"class"`
	Method string `json:"method"`
	Rows   int64  `json:"rows"`
}

// MethodInfo has statistics of the labels of a method. Errors are in points of equity.
type MethodInfo struct {
	Method string   `json:"method"`
	Rows   int64    `json:"rows"`
	Trials int64    `json:"trials"`
	Known  int64    `json:"errors_known"`
	Mean   *float64 `json:"mean_error"`
	Median *float64 `json:"median_error"`
	Q90    *float64 `json:"error_90"`
	Q99    *float64 `json:"error_99"`
	errors upkeep.Distribution
}

// ClassInfo has statistics of the equities of a class.
type ClassInfo struct {
	Class     string   `json:"class"`
	Rows      int64    `json:"rows"`
	Labelled  int64    `json:"labelled"`
	Mean      *float64 `json:"mean_equity"`
	Deviation *float64 `json:"equity_deviation"`

	equity upkeep.Histogram
	errors upkeep.Distribution
}

// NewInfo returns the statistics of a file from the summary of all its rows.
func NewInfo(f *datasets.File, summary *upkeep.Summary) (*Info, error) {
	sum, size, err := f.Digest()
	if err != nil {
		return nil, err
	}
	meta := f.Meta()
	info := &Info{
		File: f.Path(), SHA256: sum, Bytes: size, Variant: meta.Variant.String(), Rows: summary.Rows, Provenance: maps.Collect(maps.All(meta.Provenance)),
		Groups: []GroupInfo{}, Methods: []MethodInfo{}, Classes: []ClassInfo{},
		Sources: summary.Sources.Counts(), Labellers: summary.Labellers.Counts(), Cubes: summary.Cubes, summary: summary,
	}
	info.Bad, info.badRow = f.Skipped()
	if w := &summary.Weights; w.N > 0 {
		info.Weights = &WeightsInfo{float64(w.Min), w.Mean(), float64(w.Max)}
	}
	info.addMethods()
	info.addClasses()
	return info, nil
}

// addMethods adds the statistics of each method.
func (i *Info) addMethods() {
	for _, method := range datasets.Methods() {
		m := MethodInfo{Method: method.String()}
		for _, g := range i.summary.Groups {
			if g.Method == method {
				m.Rows += g.Rows
				m.Trials += g.Trials
				m.errors.Merge(&g.Errors)
			}
		}
		if m.Rows == 0 || method == datasets.Unlabelled {
			continue
		}
		i.Labelled += m.Rows
		m.Known = m.errors.N
		m.Mean, m.Median = plaintext.Known(m.errors.Mean()), plaintext.Known(m.errors.Quantile(0.5))
		m.Q90, m.Q99 = plaintext.Known(m.errors.Quantile(0.9)), plaintext.Known(m.errors.Quantile(0.99))
		i.Methods = append(i.Methods, m)
	}
}

// addClasses adds the statistics of each class.
func (i *Info) addClasses() {
	for _, class := range engine.Classes() {
		k := ClassInfo{Class: class.String()}
		for _, g := range i.summary.Groups {
			if g.Class != class {
				continue
			}
			i.Groups = append(i.Groups, GroupInfo{k.Class, g.Method.String(), g.Rows})
			k.Rows += g.Rows
			k.equity.Merge(&g.Equity)
			k.errors.Merge(&g.Errors)
		}
		if k.Rows > 0 {
			k.Labelled = k.equity.N
			k.Mean, k.Deviation = plaintext.Known(k.equity.Mean()), plaintext.Known(k.equity.Deviation())
			i.Classes = append(i.Classes, k)
		}
	}
}
