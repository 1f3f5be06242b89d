package databases

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/internal/plaintext"
)

// Plan is what a database that is not made yet will need, as text and JSON.
type Plan struct {
	Kind     string               `json:"kind"`
	Points   int                  `json:"points"`                                                                   // highest point of a checker
	Checkers int                  `json:"checkers"`                                                                 // maximal number of each side
	Records  int64                `json:"records" meaning:"entries of the database"`                                // sides of a one-sided database, positions of the others
	Bytes    int64                `json:"bytes" unit:"bytes" meaning:"size of the file"`                            // of the file
	Exact    bool                 `json:"exact"`                                                                    // Bytes is exact; otherwise it is scaled from a small database
	Seconds  float64              `json:"seconds" unit:"s" meaning:"time to make it, which depends on the machine"` // on this machine, scaled from a small database
	Types    *generate.HyperTypes `json:"types,omitempty"`
}

// probe is a small database whose making tells the time and the size of others of its kind.
type probe struct {
	Settings
	size generate.Size

	// Time and bytes are proportional to these powers of the number of records: fits to the
	// databases in docs/benchmarks.md.
	time, bytes float64
}

// scale sets time and bytes of the plan from those of the probe, which it makes.
func (p *probe) scale(ctx context.Context, plan *Plan, size generate.Size, workers int) error {
	dir, err := os.MkdirTemp("", "bearoff")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, start := filepath.Join(dir, "probe.bd"), time.Now()
	if err := p.Make(ctx, path, workers, func(int, float64, int64, int64) {}); err != nil {
		return err
	}
	ratio := float64(size.Records) / float64(p.size.Records)
	plan.Seconds = time.Since(start).Seconds() * math.Pow(ratio, p.time)
	plan.Records, plan.Bytes, plan.Exact = size.Records, size.Bytes, size.Bytes > 0
	if !plan.Exact {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		plan.Bytes = int64(float64(info.Size()) * math.Pow(ratio, p.bytes))
	}
	return nil
}

// Plan returns what the database will need.
func (s *OneSided) Plan(ctx context.Context, workers int) (*Plan, error) {
	size, err := s.Size()
	if err != nil {
		return nil, err
	}
	small := &OneSided{OneSidedOptions: s.OneSidedOptions}
	small.Points = 6
	p := probe{Settings: small, time: 1.235, bytes: 1.07}
	if p.size, err = small.Size(); err != nil {
		return nil, err
	}
	plan := &Plan{Kind: bearoff.OneSidedKind.String(), Points: s.Points, Checkers: 15}
	return plan, p.scale(ctx, plan, size, workers)
}

// Plan returns what the database will need.
func (s *TwoSided) Plan(ctx context.Context, workers int) (*Plan, error) {
	size, err := s.Size()
	if err != nil {
		return nil, err
	}
	small := &TwoSided{TwoSidedOptions: generate.TwoSidedOptions{Points: 6, Checkers: 6, Cubeless: s.Cubeless}}
	p := probe{Settings: small, time: 1.12}
	if p.size, err = small.Size(); err != nil {
		return nil, err
	}
	plan := &Plan{Kind: bearoff.TwoSidedKind.String(), Points: s.Points, Checkers: s.Checkers}
	return plan, p.scale(ctx, plan, size, workers)
}

// Plan returns what the database will need. The number of sweeps depends on the content, so the
// time is less certain than that of bear-offs.
func (s *Hyper) Plan(ctx context.Context, workers int) (*Plan, error) {
	size, err := generate.HyperOptions{Checkers: s.Checkers, Threshold: float64(s.StopChange)}.Size()
	if err != nil {
		return nil, err
	}
	small := &Hyper{Checkers: min(s.Checkers, 2), StopChange: s.StopChange}
	p := probe{Settings: small, time: 1.4}
	if p.size, err = (generate.HyperOptions{Checkers: small.Checkers}).Size(); err != nil {
		return nil, err
	}
	types := generate.CountHyper(s.Checkers)
	plan := &Plan{Kind: bearoff.HypergammonKind.String(), Points: 25, Checkers: s.Checkers, Types: &types}
	return plan, p.scale(ctx, plan, size, workers)
}

// Text returns the needs, and the numbers of positions of hypergammon by type.
func (p *Plan) Text() string {
	what := "positions"
	if p.Kind == bearoff.OneSidedKind.String() {
		what = "sides"
	}
	about := ""
	if !p.Exact {
		about = "about "
	}
	text := fmt.Sprintf("%s, %d %s on %d %s: %d %s, a file of %s%d bytes (%s), %s\n", p.Kind,
		p.Checkers, plaintext.Noun(p.Checkers, "checker", "checkers"), p.Points, plaintext.Noun(p.Points, "point", "points"),
		p.Records, what, about, p.Bytes, megabytes(p.Bytes), p.timeText())
	if t := p.Types; t != nil {
		table := plaintext.Table{Indent: "  ", Left: []int{0}, Head: []string{"type", "positions"}}
		for _, row := range []struct {
			name string
			n    int64
		}{{"contact", t.Contact}, {"race", t.Race}, {"over", t.Over}, {"impossible, both sides on a point", t.Illegal}} {
			table.Add(row.name, fmt.Sprint(row.n))
		}
		text += "\n" + table.Text()
	}
	return text
}

// megabytes formats a number of bytes for readers.
func megabytes(n int64) string {
	switch mb := float64(n) / 1e6; {
	case mb >= 1000:
		return fmt.Sprintf("%.1f GB", mb/1000)
	case mb >= 1:
		return fmt.Sprintf("%.1f MB", mb)
	}
	return fmt.Sprintf("%.1f kB", float64(n)/1000)
}

// timeText formats the time.
func (p *Plan) timeText() string {
	switch {
	case p.Seconds < 1:
		return "less than a second"
	case p.Seconds < 90:
		return fmt.Sprintf("about %.0f s", p.Seconds)
	case p.Seconds < 90*60:
		return fmt.Sprintf("about %.0f minutes", p.Seconds/60)
	}
	return fmt.Sprintf("about %.0f hours", p.Seconds/3600)
}
