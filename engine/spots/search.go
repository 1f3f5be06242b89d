package spots

import (
	"context"
	"errors"

	"gammonlab/board/record"
	"gammonlab/engine/analysis"
)

// Search returns the spots of a record that meet the criteria, in the order in which
// they came. With them it returns the errors of games that go against the rules, whose
// spots end there.
func (c *Criteria) Search(m *record.Match) (found []Spot, err error) {
	var bad []error
	for game := range m.Games {
		for s, err := range OfGame(m, game) {
			switch {
			case err != nil:
				bad = append(bad, err)
			case c.Matches(&s):
				found = append(found, s)
			}
		}
	}
	return found, errors.Join(bad...)
}

// SearchJudged is Search where a record has no analysis of its own and errors are
// searched: its decisions are analysed as the options say, which keep going.
func (c *Criteria) SearchJudged(ctx context.Context, m *record.Match, o analysis.Options) (found []Spot, err error) {
	if c.Lost <= 0 || HasAnalysis(m) {
		return c.Search(m)
	}
	o.KeepGoing = true
	r, err := analysis.Analyse(ctx, m, o)
	if err != nil {
		return nil, err
	}
	var bad []error
	for i := range r.Games {
		g := &r.Games[i]
		if g.Problem != "" {
			bad = append(bad, errors.New(g.Problem))
		}
		for _, d := range g.Decisions {
			if s := OfDecision(d, m.Names); c.Matches(&s) {
				found = append(found, s)
			}
		}
	}
	return found, errors.Join(bad...)
}
