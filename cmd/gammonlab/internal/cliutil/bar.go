package cliutil

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/progress"
)

// Bar is a progress bar whose total is known only once the work has begun.
type Bar struct {
	c           *cli.Context
	label, unit string
	bar         *progress.Bar
	sweeps      int
	note, farm  string // texts after the bar
}

// NewBar returns a progress bar for work counted in a unit.
func NewBar(c *cli.Context, label, unit string) *Bar { return &Bar{c: c, label: label, unit: unit} }

// Begin shows the bar with the amount of work already done. If the bar is shown, Begin
// does nothing.
func (b *Bar) Begin(done, total int64) {
	if b.bar == nil {
		b.bar = progress.New(b.c.App.ErrWriter, b.label, b.unit, total, progress.Start(done))
	}
}

// Next ends the bar; the next Begin shows a new one.
func (b *Bar) Next(label, unit string) {
	b.Finish()
	b.bar, b.label, b.unit, b.note, b.farm = nil, label, unit, "", ""
}

// Add adds to the amount of work done; call it after Begin.
func (b *Bar) Add(n int64) { b.bar.Add(n) }

// Set sets the amount of work done; call it after Begin.
func (b *Bar) Set(done int64) { b.bar.Set(done) }

// Note shows a text after the bar; call it after Begin.
func (b *Bar) Note(text string) {
	b.note = text
	if b.farm != "" && text != "" {
		text += ", "
	}
	b.bar.Note(text + b.farm)
}

// Report shows the amount of work done and the total.
func (b *Bar) Report(done, total int64) {
	b.Begin(done, total)
	b.Set(done)
}

// Count is Report for int.
func (b *Bar) Count(done, total int) { b.Report(int64(done), int64(total)) }

// Sweep is Report for work that passes over the same positions repeatedly.
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
