package progress

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"gammonlab/internal/must"
)

// Clock replaces [time.Now].
func Clock(now func() time.Time) Option {
	return func(b *Bar) { b.now = now }
}

// Terminal makes the bar treat any writer as a terminal of the given width in columns.
func Terminal(width int) Option {
	return func(b *Bar) { b.width = func() int { return width } }
}

// fakeClock is a clock that a test moves.
type fakeClock struct{ t time.Time }

func newClock() *fakeClock {
	return &fakeClock{time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)}
}

func (c *fakeClock) now() time.Time       { return c.t }
func (c *fakeClock) wait(d time.Duration) { c.t = c.t.Add(d) }

func TestPlainLines(t *testing.T) {
	var out bytes.Buffer
	clock := newClock()
	b := New(&out, "training", "games", 1_000_000, Clock(clock.now))
	b.Set(0)
	for range 100 { // 10 seconds by tenths
		clock.wait(100 * time.Millisecond)
		b.Add(1230)
	}
	b.Note("ppg +0.31 ± 0.02")
	clock.wait(5 * time.Second)
	b.Set(450_000)
	clock.wait(15 * time.Second)
	b.Set(1_000_000)
	b.Finish()
	b.Finish()
	b.Set(2_000_000)

	want := []string{
		"training: 61,500/1,000,000 games (6%), 12,300 games/s, 1m17s left",
		"training: 123,000/1,000,000 games (12%), 12,300 games/s, 1m12s left",
		"training: 450,000/1,000,000 games (45%), 30,000 games/s, 19s left, ppg +0.31 ± 0.02",
		"training: 1,000,000/1,000,000 games (100%), 33,333 games/s, ppg +0.31 ± 0.02",
		"training: 1,000,000/1,000,000 games (100%), 33,333 games/s, took 30s, ppg +0.31 ± 0.02",
	}
	wantText(t, out.String(), strings.Join(want, "\n")+"\n")
}

func TestShortWorkPrintsOneLine(t *testing.T) {
	var out bytes.Buffer
	clock := newClock()
	b := New(&out, "match", "games", 100, Clock(clock.now))
	for range 100 {
		clock.wait(time.Millisecond)
		b.Add(1)
	}
	b.Finish()
	wantText(t, out.String(), "match: 100/100 games (100%), 1,000 games/s, took 0s\n")
}

func TestBarOnATerminal(t *testing.T) {
	var out bytes.Buffer
	clock := newClock()
	b := New(&out, "training", "games", 200_000, Clock(clock.now), Terminal(100))
	b.Set(0)
	clock.wait(50 * time.Millisecond)
	b.Set(1000) // too early to draw
	clock.wait(50 * time.Millisecond)
	b.Set(2000)
	clock.wait(4900 * time.Millisecond)
	b.Note("loss 0.0123")
	b.Set(100_000)
	clock.wait(5 * time.Second)
	b.Set(200_000)
	b.Finish()

	const (
		half = "training [===========>          ]  50%  100,000/200,000 games  20,000 games/s  5s left  loss 0.0123"
		full = "training [========================] 100%  200,000/200,000 games  20,000 games/s  "
	)
	want := []string{
		"",
		"training [>                       ]   0%        0/200,000 games",
		"training [>                       ]   1%    2,000/200,000 games  20,000 games/s  10s left",
		half,
		full + "loss 0.0123",
		"training [=====================] 100%  200,000/200,000 games  20,000 games/s  took 10s  loss 0.0123\n",
	}
	wantText(t, out.String(), strings.Join(want, eraseLine))
}

func TestLineFitsTheTerminal(t *testing.T) {
	for width := 1; width <= 120; width++ {
		var out bytes.Buffer
		clock := newClock()
		b := New(&out, "training", "games", 200_000, Clock(clock.now), Terminal(width))
		b.Note("ppg +0.31 ± 0.02\r\nover two lines")
		clock.wait(5 * time.Second)
		b.Set(50_000)
		line := strings.TrimPrefix(out.String(), eraseLine)
		if strings.ContainsAny(line, "\r\n") {
			t.Fatalf("width %d: control characters in %q", width, line)
		}
		if got := utf8.RuneCountInString(line); got > max(width-1, 1) {
			t.Errorf("width %d: %d columns: %q", width, got, line)
		}
	}
}

func TestNarrowTerminal(t *testing.T) {
	tests := []struct {
		width int
		want  string
	}{
		{80, "training [===>          ]  25%   50,000/200,000 games  10,000 games/s  15s left"},
		{70, "training  25%   50,000/200,000 games  10,000 games/s  15s left"},
		{60, "training  25%   50,000/200,000 games  10,000 games/s  15s …"},
		{20, "training  25%   50…"},
		{1, "…"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		clock := newClock()
		b := New(&out, "training", "games", 200_000, Clock(clock.now), Terminal(tt.width))
		clock.wait(5 * time.Second)
		b.Set(50_000)
		wantText(t, out.String(), eraseLine+tt.want)
	}
}

func TestResumedWorkRate(t *testing.T) {
	var out bytes.Buffer
	clock := newClock()
	b := New(&out, "training", "games", 1_000_000, Clock(clock.now), Start(900_000))
	clock.wait(10 * time.Second)
	b.Set(910_000)
	wantText(t, out.String(), "training: 910,000/1,000,000 games (91%), 1,000 games/s, 1m30s left\n")
}

// An estimated total may change while the work goes on.
func TestSetTotal(t *testing.T) {
	var out bytes.Buffer
	clock := newClock()
	b := New(&out, "sprt", "games", 1_000, Clock(clock.now))
	clock.wait(10 * time.Second)
	b.SetTotal(400)
	b.Set(100)
	wantText(t, out.String(), "sprt: 100/400 games (25%), 10.0 games/s, 30s left\n")
}

func TestUnknownTotal(t *testing.T) {
	clock := newClock()
	var plain, drawn bytes.Buffer
	for _, b := range []*Bar{
		New(&plain, "reading", "rows", 0, Clock(clock.now)),
		New(&drawn, "reading", "rows", 0, Clock(clock.now), Terminal(80)),
	} {
		start := clock.t
		clock.wait(90 * time.Second)
		b.Set(1234)
		clock.t = start
	}
	wantText(t, plain.String(), "reading: 1,234 rows, 13.7 rows/s, 1m30s so far\n")
	wantText(t, drawn.String(), eraseLine+"reading  1,234 rows  13.7 rows/s  1m30s so far")
}

// A count that does not change, falls, or exceeds the total gives a sensible
// line.
func TestOddCounts(t *testing.T) {
	tests := []struct {
		name  string
		done  int64
		total int64
		start int64
		want  string
	}{
		{"no item done", 0, 10, 0, "x: 0/10 items (0%)\n"},
		{"run back", 2, 10, 5, "x: 2/10 items (20%)\n"},
		{"too many", 12, 10, 0, "x: 12/10 items (100%), 2.40 items/s\n"},
		{"slow", 1, 1000, 0, "x: 1/1,000 items (0%), 12.0 items/min, 1h23m left\n"},
		{"remaining time too long", 1, 1 << 60, 0, "x: 1/1,152,921,504,606,846,976 items (0%), 12.0 items/min, over a year left\n"},
		{"negative", -1234, 10, 0, "x: -1,234/10 items (0%)\n"},
	}
	for _, tt := range tests {
		var out bytes.Buffer
		clock := newClock()
		b := New(&out, "x", "items", tt.total, Clock(clock.now), Start(tt.start))
		clock.wait(5 * time.Second)
		b.Set(tt.done)
		if got := out.String(); got != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

func TestClock(t *testing.T) {
	tests := []struct {
		d    time.Duration
		want string
	}{
		{0, "0s"},
		{59900 * time.Millisecond, "59s"},
		{time.Minute, "1m00s"},
		{time.Hour + 2*time.Minute + 3*time.Second, "1h02m"},
		{51 * time.Hour, "2d03h"},
	}
	for _, tt := range tests {
		if got := clock(tt.d); got != tt.want {
			t.Errorf("clock(%v) = %q, want %q", tt.d, got, tt.want)
		}
	}
}

func TestRateText(t *testing.T) {
	tests := []struct {
		rate float64
		want string
	}{
		{0.001, "3.60 games/h"},
		{0.5, "30.0 games/min"},
		{1, "1.00 games/s"},
		{99.94, "99.9 games/s"},
		{1234567.8, "1,234,568 games/s"},
	}
	for _, tt := range tests {
		if got := rateText(tt.rate, "games"); got != tt.want {
			t.Errorf("rateText(%v) = %q, want %q", tt.rate, got, tt.want)
		}
	}
}

func TestFileIsNoTerminal(t *testing.T) {
	f := must.Get(os.Create(t.TempDir() + "/log"))(t)
	defer f.Close()
	b := New(f, "training", "games", 10)
	b.Set(10)
	b.Finish()
	got := must.Get(os.ReadFile(f.Name()))(t)
	if bytes.ContainsAny(got, "\r\x1b") || bytes.Count(got, []byte("\n")) != 1 {
		t.Errorf("a log file got %q", got)
	}
}

func TestManyGoroutines(t *testing.T) {
	var out bytes.Buffer
	b := New(&out, "rollout", "trials", 8000, Terminal(80))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 1000 {
				b.Add(1)
				b.Note("busy")
			}
		})
	}
	group.Wait()
	b.Finish()
	if !strings.Contains(out.String(), "8,000/8,000 trials") {
		t.Errorf("the last line does not say 8,000/8,000: %q", out.String())
	}
}

func wantText(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
