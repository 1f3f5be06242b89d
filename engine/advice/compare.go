package advice

import (
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/cube"
)

// Comparison compares the play made with the other plays of its roll.
type Comparison struct {
	List []Candidate // as from Rank, except that the best play and the play made are evaluated at full plies
	Made int         // index in the list
	Lost float64     // cost of the play, in normalised equity

	Roller *RollerReport // nil without a roller
	Timing *Timing       // nil without a time
}

// Compare ranks the plays of a roll. The best play and the play with the result
// made are evaluated at full plies, independent of the filter, or both rolled
// out, so they can be compared.
func (a *Adviser) Compare(ctx context.Context, pos *board.Position, plays []board.Play, made *board.Position, st *cube.Stakes) (*Comparison, error) {
	all, by, err := ask(ctx, a, question[[]Candidate]{
		search: func(ctx context.Context, a *Adviser) ([]Candidate, error) {
			return a.compareBySearch(ctx, pos, plays, made, st)
		},
		roll: a.rollerOfPlays(pos, made, st),
	})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(c Candidate) bool { return c.Play.Result == *made })
	lost := all[0].Equity - all[at].Equity
	if st == nil { // both have the precision of probabilities
		lost = float64(float32(lost))
	}
	return &Comparison{List: all, Made: at, Lost: max(0, lost), Roller: by.report(all), Timing: by.timing}, nil
}

// compareBySearch ranks plays, the one with the result made at full plies.
func (a *Adviser) compareBySearch(ctx context.Context, pos *board.Position, plays []board.Play, made *board.Position, st *cube.Stakes) ([]Candidate, error) {
	all, err := a.rankBySearch(ctx, pos, plays, st)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(c Candidate) bool { return c.Play.Result == *made })
	deep := 0 // number of plays at full plies
	for deep < len(all) && all[deep].Plies == a.Plies() {
		deep++
	}
	if at > 0 && at >= deep {
		deep = max(deep, 1)
		c := all[at]
		copy(all[deep+1:at+1], all[deep:at])
		all[deep] = c
		if err := a.deepen(ctx, all[:deep+1], st); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// deepen evaluates candidates at full plies and sorts them.
func (a *Adviser) deepen(ctx context.Context, all []Candidate, st *cube.Stakes) error {
	if a.withCube(st) {
		return a.cubeful.Deepen(ctx, all, st)
	}
	for i := range all {
		c := &all[i]
		if c.Plies == a.Plies() {
			continue
		}
		p, err := a.Chances(ctx, &c.Play.Result)
		if err != nil {
			return err
		}
		c.Plies, c.Probabilities, c.Equity = a.Plies(), p.Swap(), float64(0-p.Equity())
		c.Value = c.Equity
	}
	sortDown(all, func(c *Candidate) float64 { return c.Equity })
	if st != nil {
		withoutCube(all, st)
	}
	return nil
}
