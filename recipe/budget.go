package recipe

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/cputime"
)

// ErrBudget is the error of work that ends because the budget of the recipe is used. What is
// finished is kept, and the interrupted work resumes with a larger budget.
var ErrBudget = errors.New("the budget of core-hours is used")

const wantBudget = "a number of core-hours above 0, such as 0.5 or 2 core-hours"

// ParseBudget reads a number of core-hours above 0, such as "0.5" or "2 core-hours".
func ParseBudget(text string) (float64, error) {
	number := strings.TrimSuffix(strings.TrimSuffix(text, "s"), " core-hour")
	hours, err := strconv.ParseFloat(number, 64)
	if err != nil || !(hours > 0) || math.IsInf(hours, 0) {
		return 0, fmt.Errorf("found %.60q, want %s", text, wantBudget)
	}
	return hours, nil
}

// spentName is the file with the elapsed and the processor seconds of work that is not finished.
const spentName = ".spent"

// ledger has the processor time of work, finished or not, by its identity.
type ledger struct {
	mu      sync.Mutex
	seconds map[string]float64
}

// set sets the processor time of work so far.
func (l *ledger) set(w *Work, seconds float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seconds == nil {
		l.seconds = map[string]float64{}
	}
	l.seconds[w.Digest] = seconds
}

// hours returns the core-hours of all work.
func (l *ledger) hours() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	sum := 0.0
	for _, s := range l.seconds {
		sum += s
	}
	return sum / secondsPerHour
}

// count enters the finished work of a plan.
func (l *ledger) count(s *Store, p *Plan) error {
	for _, w := range p.Works {
		record, err := s.Find(w)
		if err != nil {
			return err
		}
		if record != nil {
			l.set(w, record.Cores)
		}
	}
	return nil
}

// over reports whether the budget of the recipe, if any, is used.
func (r *Runner) over() bool { return r.Recipe.Budget > 0 && r.ledger.hours() >= r.Recipe.Budget }

// meter measures the time of an attempt at work, with that of the attempts before that it
// continues.
type meter struct {
	runner         *Runner
	work           *Work
	file           string
	waited, before float64 // elapsed and processor seconds of the attempts before

	began time.Time
	used  time.Duration // by the process when the attempt began
}

// meter begins an attempt in the folder of the work. continues says that the work goes on from
// what the attempts before have left.
func (r *Runner) meter(w *Work, part string, continues bool) *meter {
	m := &meter{runner: r, work: w, file: filepath.Join(part, spentName), began: time.Now(), used: cputime.Process()}
	if text, err := os.ReadFile(m.file); err == nil && continues {
		if _, err := fmt.Sscan(string(text), &m.waited, &m.before); err != nil { // damaged
			m.waited, m.before = 0, 0
		}
	}
	return m
}

// read returns the elapsed and the processor seconds of the work so far; with several steps at a
// time, whose shares are unknown, both are the elapsed ones.
func (m *meter) read() (elapsed, spent float64) {
	attempt := time.Since(m.began).Seconds()
	elapsed = m.waited + attempt
	if m.runner.Jobs > 1 {
		return elapsed, m.before + attempt
	}
	return elapsed, m.before + (cputime.Process() - m.used).Seconds()
}

// watch notes the time of the work each second until the attempt ends, and cancels it when the
// budget is used.
func (m *meter) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			m.note()
			if m.runner.over() {
				cancel(ErrBudget)
			}
		}
	}
}

// note notes the time of the work so far.
func (m *meter) note() {
	elapsed, spent := m.read()
	m.runner.ledger.set(m.work, spent)
	writeSpent(m.file, elapsed, spent) // a lost note is time not counted
}

// writeSpent writes the seconds of work that is not finished, see spentName.
func writeSpent(file string, elapsed, spent float64) error {
	return atomicfile.WriteFile(file, fmt.Appendf(nil, "%.1f %.1f\n", elapsed, spent))
}
