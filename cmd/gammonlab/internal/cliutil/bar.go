package cliutil

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/progress"
)

// Bar is a progress bar of which is known only while the work is done how much there
// is to do.
type Bar struct {
	c           *cli.Context
	label, unit string
	bar         *progress.Bar
	sweeps      int
	note, farm  string // what stands behind it
}

// NewBar returns the bar of work in a unit.
func NewBar(c *cli.Context, label, unit string) *Bar { return &Bar{c: c, label: label, unit: unit} }

// Begin shows the bar, of which so much was done before. Once it is shown it does
// nothing.
func (b *Bar) Begin(done, total int64) {
	if b.bar == nil {
		b.bar = progress.New(b.c.App.ErrWriter, b.label, b.unit, total, progress.Start(done))
	}
}

// Next ends the bar and has the next Begin show another.
func (b *Bar) Next(label, unit string) {
	b.Finish()
	b.bar, b.label, b.unit, b.note, b.farm = nil, label, unit, "", ""
}

// Add says how much more is done, after Begin.
func (b *Bar) Add(n int64) { b.bar.Add(n) }

// Set says how much is done, after Begin.
func (b *Bar) Set(done int64) { b.bar.Set(done) }

// Note puts a text behind the bar, after Begin.
func (b *Bar) Note(text string) {
	b.note = text
	if b.farm != "" && text != "" {
		text += ", "
	}
	b.bar.Note(text + b.farm)
}

// Report says how much is done of how much.
func (b *Bar) Report(done, total int64) {
	b.Begin(done, total)
	b.Set(done)
}

// Count is Report for smaller numbers.
func (b *Bar) Count(done, total int) { b.Report(int64(done), int64(total)) }

// Sweep is Report for work that goes over the same positions again and again.
func (b *Bar) Sweep(sweep int, norm float64, done, total int64) {
	if sweep != b.sweeps {
		b.Next(fmt.Sprintf("sweep %d", sweep), b.unit)
		b.sweeps = sweep
	}
	b.Begin(done, total)
	b.Note(fmt.Sprintf("largest change %.6f", norm))
	b.Set(done)
}

// Finish ends the bar, if it is shown.
func (b *Bar) Finish() {
	if b.bar != nil {
		b.bar.Finish()
	}
}
