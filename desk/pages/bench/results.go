package bench

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/problem"
	"gammonlab/evalbench/tournament"
)

// results contains the results of the folders and reads a result again only when it has
// changed. It is safe for concurrent use.
type results struct {
	folders *folders.Folders

	mu    sync.Mutex
	known map[string]*watched
	read  time.Time
	all   []*Standing
	bad   []error
	err   error
}

// freshness is the maximal age of a cached list.
const freshness = 500 * time.Millisecond

// list returns all results, running ones first, then the newest, and the errors of files
// that cannot be read.
func (b *results) list() ([]*Standing, []error, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := time.Now(); now.Sub(b.read) > freshness {
		b.update(now)
		b.read = time.Now()
	}
	return b.all, b.bad, b.err
}

func (b *results) update(now time.Time) {
	var files []folders.File
	files, b.err = b.folders.Files(func(name string) bool { return !strings.HasSuffix(name, tournament.PlanSuffix) })
	b.all, b.bad = nil, nil
	known := map[string]*watched{}
	for i := range files {
		f := &files[i]
		w := b.known[f.ID]
		if w == nil {
			w = new(watched)
		}
		known[f.ID] = w
		w.read(f, now)
		switch {
		case w.err != nil:
			b.bad = append(b.bad, w.err)
		case w.standing != nil:
			b.all = append(b.all, w.standing)
		}
	}
	b.known = known
	slices.SortStableFunc(b.all, func(x, y *Standing) int {
		running := func(s *Standing) int { return map[bool]int{true: 1}[s.Status == Running] }
		return cmp.Or(running(y)-running(x), y.Updated.Compare(x.Updated), strings.Compare(x.Name, y.Name))
	})
}

// read reads a file if it has changed. It ignores files that are neither ledgers nor JSON.
func (w *watched) read(f *folders.File, now time.Time) {
	plan := planTime(f)
	same := w.size == f.Info.Size() && w.modified.Equal(f.Info.ModTime()) && w.plan.Equal(plan)
	playing := w.standing != nil && w.standing.Status == Running // the process may end without a change of the file
	if w.known() && (same && !playing || now.Before(w.wait)) {
		return
	}
	w.size, w.modified, w.plan = f.Info.Size(), f.Info.ModTime(), plan
	w.standing, w.err = nil, nil
	switch kind := kindOf(f); {
	case kind == "ledger":
		w.standing, w.history, w.err = readLedger(f, now, w.history)
	case kind == "json":
		w.standing, w.err = readResult(f)
	}
	const share = 5 // reading a file takes at most 1/share of the time
	w.wait = time.Now().Add(share * time.Since(now))
}

// known reports whether the file was read.
func (w *watched) known() bool { return !w.wait.IsZero() }

// planTime returns the time at which the plan beside a file was written.
func planTime(f *folders.File) time.Time {
	file, err := f.Beside(f.Base() + tournament.PlanSuffix).Open()
	if err != nil {
		return time.Time{}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// kindOf detects ledgers and JSON by the beginning of a file.
func kindOf(f *folders.File) string {
	file, err := f.Open()
	if err != nil {
		return ""
	}
	defer file.Close()
	first := make([]byte, 64)
	n, _ := file.ReadAt(first, 0) // reading fewer bytes is not an error
	switch first = first[:n]; {
	case tournament.IsLedger(first):
		return "ledger"
	case strings.HasSuffix(f.Name, ".json") && n > 0 && first[0] == '{':
		return "json"
	}
	return ""
}

// find returns the result with an ID.
func (b *results) find(id string) (*Standing, error) {
	all, _, err := b.list()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.ID == id {
			return s, nil
		}
	}
	return nil, problem.NotFound("result", id)
}
