package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gammonlab/datasets"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/plaintext"
)

// Text returns the statistics as tables.
func (i *Info) Text() string {
	var text strings.Builder
	fields := [][2]string{
		{"file", i.File},
		{"variant", i.Variant},
		{"rows", fmt.Sprintf("%d, %d of them labelled", i.Rows, i.Labelled)},
		{"size", fmt.Sprintf("%d bytes", i.Bytes)},
		{"sha256", i.SHA256},
	}
	if i.Rows > 0 {
		fields[3][1] += fmt.Sprintf(", %.1f a row", float64(i.Bytes)/float64(i.Rows))
	}
	if w := i.Weights; w != nil {
		fields = append(fields, [2]string{"weights", fmt.Sprintf("from %.4g to %.4g, mean %.4g", w.Min, w.Max, w.Mean)})
	}
	if i.Cubes > 0 {
		fields = append(fields, [2]string{"cube states", fmt.Sprintf("%d rows have an equity for each", i.Cubes)})
	}
	if i.Bad > 0 {
		fields = append(fields, [2]string{"skipped", fmt.Sprintf("%d bad rows, the first: %v", i.Bad, i.badRow)})
	}
	text.WriteString(plaintext.Fields("", fields))
	for _, t := range i.Tables() {
		text.WriteString("\n" + t.Title + "\n" + t.Text())
	}
	text.WriteString(countsText("source", i.Sources, i.summary.Sources.Others))
	text.WriteString(countsText("labeller", i.Labellers, i.summary.Labellers.Others))
	var made [][2]string
	for _, key := range slices.Sorted(maps.Keys(i.Provenance)) {
		made = append(made, [2]string{key, i.Provenance[key]})
	}
	if len(made) > 0 {
		text.WriteString("\nprovenance\n")
		text.WriteString(plaintext.Fields("  ", made))
	}
	return text.String()
}

// Tables returns tables of the rows and their labels.
func (i *Info) Tables() []plaintext.Table {
	var all []plaintext.Table
	if i.Rows > 0 {
		all = append(all, i.counts())
	}
	if i.Labelled > 0 {
		all = append(all, i.equities(), i.errors())
	}
	return all
}

// newTable returns a table without rows, with its first column aligned left.
func newTable(title string, head ...string) plaintext.Table {
	return plaintext.Table{Title: title, Indent: "    ", Left: []int{0}, Head: head}
}

// counts returns the table of rows by class and method.
func (i *Info) counts() plaintext.Table {
	counts := map[[2]string]int64{}
	sums := map[string]int64{}
	for _, g := range i.Groups {
		counts[[2]string{g.Class, g.Method}] = g.Rows
		sums[g.Method] += g.Rows
	}
	var methods []string
	for _, m := range datasets.Methods() {
		if sums[m.String()] > 0 {
			methods = append(methods, m.String())
		}
	}
	table := newTable("rows by class and label", append(append([]string{"class"}, methods...), "rows", "share")...)
	line := func(name string, rows int64, of func(method string) int64) {
		row := []string{name}
		for _, m := range methods {
			row = append(row, strconv.FormatInt(of(m), 10))
		}
		table.Add(append(row, strconv.FormatInt(rows, 10), plaintext.Percentage(float64(rows)/float64(i.Rows)))...)
	}
	for _, k := range i.Classes {
		line(k.Class, k.Rows, func(method string) int64 { return counts[[2]string{k.Class, method}] })
	}
	line("all", i.Rows, func(method string) int64 { return sums[method] })
	return table
}

// equities returns the table of equities by class.
func (i *Info) equities() plaintext.Table {
	table := newTable("equity of the labels, cubeless", "class", "labels", "mean", "deviation")
	for _, k := range i.Classes {
		if k.Labelled > 0 {
			table.Add(k.Class, strconv.FormatInt(k.Labelled, 10), fmt.Sprintf("%+.3f", *k.Mean), fmt.Sprintf("%.3f", *k.Deviation))
		}
	}
	return table
}

// errors returns the table of errors by method.
func (i *Info) errors() plaintext.Table {
	table := newTable("standard error of the labels' equity, in mEq", "label", "labels", "known", "mean", "median", "90%", "99%")
	for _, m := range i.Methods {
		row := []string{m.Method, strconv.FormatInt(m.Rows, 10), strconv.FormatInt(m.Known, 10)}
		for _, x := range []*float64{m.Mean, m.Median, m.Q90, m.Q99} {
			text := "-"
			if x != nil {
				text = fmt.Sprintf("%.1f", 1000**x)
			}
			row = append(row, text)
		}
		table.Add(row...)
	}
	return table
}

// mostCounts is the maximal number of sources or labellers in a list.
const mostCounts = 20

// countsText lists the most frequent texts with their counts.
func countsText(head string, counts []upkeep.Count, others int64) string {
	if len(counts) == 0 {
		return ""
	}
	table := newTable("", head, "rows")
	for k, c := range counts {
		if k >= mostCounts {
			others += c.Rows
			continue
		}
		name := c.Name
		if name == "" {
			name = "(not told)"
		}
		table.Add(name, strconv.FormatInt(c.Rows, 10))
	}
	if others > 0 {
		table.Add("others", strconv.FormatInt(others, 10))
	}
	return "\n" + table.Text()
}
