package cliutil

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/player/external"
	"gammonlab/internal/progress"
)

// Bar is a progress bar whose total is known only once the work has begun.
type Bar struct {
	c           *cli.Context
	label, unit string
	bar         *progress.Bar

	mu               sync.Mutex
	note, farm, wait string // texts after the bar
}

// NewBar returns a progress bar for work counted in a unit.
func NewBar(c *cli.Context, label, unit string) *Bar { return &Bar{c: c, label: label, unit: unit} }

// Begin shows the bar with the amount of work already done. If the bar is shown, Begin
// does nothing.
func (b *Bar) Begin(done, total int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar == nil {
		b.bar = progress.New(b.c.App.ErrWriter, b.label, b.unit, total, progress.Start(done))
	}
}

// Next ends the bar; the next Begin shows a new one.
func (b *Bar) Next(label, unit string) {
	b.Finish()
	b.bar, b.label, b.unit, b.note, b.farm, b.wait = nil, label, unit, "", "", ""
}

// Add adds to the amount of work done; call it after Begin.
func (b *Bar) Add(n int64) { b.bar.Add(n) }

// Set sets the amount of work done; call it after Begin.
func (b *Bar) Set(done int64) { b.bar.Set(done) }

// Note shows a text after the bar; call it after Begin.
func (b *Bar) Note(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note = text
	b.bar.Note(b.texts())
}

// texts returns the texts after the bar.
func (b *Bar) texts() string {
	all := []string{b.note, b.farm, b.wait}
	return strings.Join(slices.DeleteFunc(all, func(text string) bool { return text == "" }), ", ")
}

// Watch returns a context in which the bar shows which program lets wait for a start or an
// answer, and how long at most; before the bar is shown, it is a line.
func (b *Bar) Watch(ctx context.Context) context.Context {
	return external.WithWaits(ctx, func(w external.Wait) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch {
		case w.Until.IsZero():
			b.wait = ""
		case w.Start:
			b.wait = fmt.Sprintf("waiting for %s to start, until %s", w.Program, w.Until.Format(time.TimeOnly))
		default:
			b.wait = fmt.Sprintf("waiting for an answer of %s, until %s", w.Program, w.Until.Format(time.TimeOnly))
		}
		switch {
		case b.bar == nil && b.wait != "":
			fmt.Fprintf(b.c.App.ErrWriter, "%s: %s\n", b.label, b.wait)
		case b.bar == nil:
		case b.wait == "":
			b.bar.Note(b.texts())
		default:
			b.bar.Say(b.texts())
		}
	})
}

// Report shows the amount of work done and the total, which may change.
func (b *Bar) Report(done, total int64) {
	b.Begin(done, total)
	b.bar.SetTotal(total)
	b.Set(done)
}

// Finish ends the bar, if it is shown.
func (b *Bar) Finish() {
	if b.bar != nil {
		b.bar.Finish()
	}
}
