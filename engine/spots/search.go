package spots

import (
	"errors"

	"gammonlab/board/record"
	"gammonlab/engine/analysis"
)

// Search returns the spots of a record that meet the criteria, in their order.
// It also returns the errors of games with an illegal action, whose spots end
// there.
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

// SearchReport returns the decisions of an analysed record that meet the
// criteria, as spots. It also returns the problems of games that were not
// analysed to their end.
func (c *Criteria) SearchReport(r *analysis.Report) (found []Spot, err error) {
	var bad []error
	for i := range r.Games {
		if problem := r.Games[i].Problem; problem != "" {
			bad = append(bad, errors.New(problem))
		}
	}
	for _, d := range r.All() {
		if s := ofDecision(d, r.Names); c.Matches(&s) {
			found = append(found, s)
		}
	}
	return found, errors.Join(bad...)
}
