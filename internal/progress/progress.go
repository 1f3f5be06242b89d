package progress

import (
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

const (
	// redrawInterval limits redraws of a terminal to ten a second: more are unreadable and
	// too much for slow connections.
	redrawInterval = 100 * time.Millisecond

	defaultInterval = 5 * time.Second
	defaultWidth    = 80

	// eraseLine moves the cursor to the first column and clears the line.
	eraseLine = "\r\x1b[K"
)

// Bar reports the progress of one piece of work. It has no timer: it draws only when one of
// its methods is called. Call [Bar.Finish] to end the last line. Any goroutine may call any
// method.
//
// Bar ignores errors of writing: work must not fail because nobody reads its reports any
// more.
type Bar struct {
	mu          sync.Mutex
	w           io.Writer
	label, unit string
	total, done int64
	note        string

	start    int64 // value of done when this process began
	began    time.Time
	lastDraw time.Time
	drawn    bool // the terminal shows a line without a newline
	finished bool

	now      func() time.Time
	interval time.Duration
	width    func() int // columns of the terminal; nil without a terminal
}

// Option changes a [Bar] from its defaults.
type Option func(*Bar)

// Start sets the number of units that earlier processes have finished, so the rate counts
// only the units of this process.
func Start(done int64) Option {
	return func(b *Bar) { b.start, b.done = done, done }
}

// New returns a reporter that writes to w, usually [os.Stderr], and draws a bar
// if w is a terminal. The label names the work ("training"), the unit the counted things
// ("games"). A total of 0 or less means that the total is unknown.
func New(w io.Writer, label, unit string, total int64, options ...Option) *Bar {
	b := &Bar{
		w: w, label: oneLine(label), unit: oneLine(unit), total: total,
		now: time.Now, interval: defaultInterval, width: terminalWidth(w),
	}
	for _, option := range options {
		option(b)
	}
	b.began = b.now()
	if b.width == nil {
		// The first plain line is written after an interval; short work gets only the
		// last line.
		b.lastDraw = b.began
	}
	return b
}

// Set sets the number of finished units, including those of earlier processes. The number
// may decrease.
func (b *Bar) Set(done int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = done
	b.report()
}

// SetTotal sets the total, for work whose length is estimated.
func (b *Bar) SetTotal(total int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total = total
}

// Add reports that n more units are finished, for work whose parts end in any
// order.
func (b *Bar) Add(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += n
	b.report()
}

// Note sets the text at the end of the line, such as "ppg +0.31 ± 0.02". It is
// shown with the next report.
func (b *Bar) Note(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note = oneLine(text)
}

// Say sets the text at the end of the line and draws at once.
func (b *Bar) Say(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note = oneLine(text)
	b.lastDraw = time.Time{}
	b.report()
}

// Finish writes the last line, with the mean rate and the used time, and a newline. Later
// calls of methods have no effect.
func (b *Bar) Finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.finished {
		return
	}
	b.finished = true
	now := b.now()
	line := b.plainLine(now)
	if b.width != nil {
		line = eraseLine + b.barLine(now)
	}
	io.WriteString(b.w, line+"\n")
	b.drawn = false
}

// report draws if enough time has passed since the last line.
func (b *Bar) report() {
	if b.finished {
		return
	}
	now := b.now()
	if b.width == nil {
		if now.Sub(b.lastDraw) >= b.interval {
			b.lastDraw = now
			io.WriteString(b.w, b.plainLine(now)+"\n")
		}
		return
	}
	if b.drawn && now.Sub(b.lastDraw) < redrawInterval {
		return
	}
	b.lastDraw = now
	io.WriteString(b.w, eraseLine+b.barLine(now))
	b.drawn = true
}

// terminalWidth returns a function that returns the present number of columns of w's
// terminal; nil if w is not a terminal with control sequences.
func terminalWidth(w io.Writer) func() int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return func() int {
		width, _, err := term.GetSize(int(f.Fd()))
		if err != nil || width <= 0 {
			// A pseudo-terminal without a size.
			return defaultWidth
		}
		return width
	}
}
