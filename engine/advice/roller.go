package advice

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/internal/plaintext"
)

// Roller rolls out the close choices of a decision after a search. Its results are functions
// of the decision, for any number of workers. It is safe for concurrent use.
type Roller interface {
	// Plays rolls out the close ones of the plays that the search has ranked, best first, and
	// the one at the index also. It sets their values and puts them first, best first.
	Plays(ctx context.Context, r *Rolling, ranked []Candidate, also int) error

	// Double rolls out a close cube decision of the search, and replaces it.
	Double(ctx context.Context, r *Rolling, d *Doubling) error
}

// Rolling is what a [Roller] is asked to decide.
type Rolling struct {
	Size     int // of the roller, 1 to [search.MaxRollers]
	Static   *engine.Full
	Position board.Position // before the roll
	Stakes   *cube.Stakes   // of the player on roll, nil without the cube
	Workers  int

	// Hurry lets the trials so far decide when the time of the context ends, if they are enough.
	Hurry bool
}

// RollerReport says what a roller has done for a decision.
type RollerReport struct {
	Level  string `json:"level"`  // name, such as "roller 1"
	Trials int    `json:"trials"` // of all choices together; 0 if no other choice was close to the best

	// The standard errors of what decides, in normalised equity: of the difference between the
	// best two plays or between no double and double; and between take and pass.
	DifferenceError float64 `json:"difference_standard_error"`
	AnswerError     float64 `json:"answer_standard_error,omitempty"`
}

// Size returns the size in the name of the roller.
func (r *RollerReport) Size() (size int) {
	_, _ = fmt.Sscanf(r.Level, "roller %d", &size)
	return size
}

// text says what the roller has done for plays or a double.
func (r *RollerReport) text(double bool) string {
	switch {
	case r.Trials == 0:
		return r.Level + ": the choice is clear at 2 plies or exact, so nothing was rolled out."
	case double:
		return fmt.Sprintf("%s: %s trials; standard error of no double less double %.3f, of take less pass %.3f.",
			r.Level, plaintext.Thousands(r.Trials), r.DifferenceError, r.AnswerError)
	}
	return fmt.Sprintf("%s: %s trials; standard error of the difference between the best two plays %.3f.",
		r.Level, plaintext.Thousands(r.Trials), r.DifferenceError)
}

// rolling returns the question to the roller of a size, without the position and the stakes.
func (a *Adviser) rolling(size int) (*Rolling, error) {
	if a.options.Roller == nil {
		return nil, errors.New("nothing here rolls decisions out: set a number of plies instead of rollers")
	}
	return &Rolling{Size: size, Static: a.Static(), Workers: a.search.Options().Workers}, nil
}

// at sets the position and the stakes, nil without the cube.
func (r *Rolling) at(pos *board.Position, st *cube.Stakes, o *Options) error {
	if r.Position, r.Stakes = *pos, st; st != nil && o.Efficiency != nil {
		return errors.New("rollers use the cube efficiencies of the model, and others are set")
	}
	return nil
}

// rollerOfPlays returns a function that rolls out the close ones of ranked plays and the one with the
// result made, nil for none.
func (a *Adviser) rollerOfPlays(pos, made *board.Position, st *cube.Stakes) func(context.Context, *Rolling, []Candidate) ([]Candidate, error) {
	return func(ctx context.Context, r *Rolling, found []Candidate) ([]Candidate, error) {
		var at *cube.Stakes
		if a.withCube(st) {
			at = st
		}
		if err := r.at(pos, at, &a.options); err != nil {
			return nil, err
		}
		ranked, also := slices.Clone(found), 0
		if made != nil {
			also = slices.IndexFunc(ranked, func(c Candidate) bool { return c.Play.Result == *made })
		}
		if err := a.options.Roller.Plays(ctx, r, ranked, also); err != nil {
			return nil, err
		}
		if st != nil && r.Stakes == nil {
			withoutCube(rolled(ranked), st)
		}
		return ranked, nil
	}
}

// rolled returns the plays that were rolled out; they are the first ones.
func rolled(ranked []Candidate) []Candidate {
	for n := range ranked {
		if ranked[n].Rolled == nil {
			return ranked[:n]
		}
	}
	return ranked
}

// report returns the report of a decision between plays, nil without a roller.
func (m *made) report(plays []Candidate) *RollerReport {
	if m.rollers == 0 {
		return nil
	}
	r := &RollerReport{Level: search.RollerName(m.rollers)}
	for i, c := range rolled(plays) {
		if r.Trials += c.Rolled.Trials; i == 1 {
			r.DifferenceError = c.Rolled.DifferenceError
		}
	}
	return r
}
