package spots

import (
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

// SearchReport returns the decisions of a record that was analysed which meet the
// criteria, as spots. With them it returns the problems of games that were not analysed
// to their end.
func (c *Criteria) SearchReport(r *analysis.Report) (found []Spot, err error) {
	var bad []error
	for i := range r.Games {
		if problem := r.Games[i].Problem; problem != "" {
			bad = append(bad, errors.New(problem))
		}
	}
	for _, d := range r.All() {
		if s := OfDecision(d, r.Names); c.Matches(&s) {
			found = append(found, s)
		}
	}
	return found, errors.Join(bad...)
}
