package analyse

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Limits of the match length of a table of scores.
const (
	usualLength = 7
	mostLength  = 25
)

// scores is the cube decision of a position at every score of a match.
type scores struct {
	*question
	Length  int
	Aways   []int // points that the opponent needs, one for each column
	Rows    []scoreRow
	Problem string
}

// scoreRow contains the decisions at all scores with the same number of points that the
// player on roll needs.
type scoreRow struct {
	Away  int
	Cells []scoreCell
}

// scoreCell is the decision at a score.
type scoreCell struct {
	Action string // short text of the decision
	Words  string
	Gain   string // equity of doubling over not doubling
	Class  string
}

// newScores computes the cube decision at every score of a match of a length. All scores
// use the same cubeless probabilities of a search; the value of the cube comes from 0
// plies.
func (a *question) newScores(ctx context.Context, length int) (*scores, error) {
	s := &scores{question: a, Length: length}
	pos := &a.XGID.Position
	if pos.Result() != 0 {
		s.Problem = "The game is over."
		return s, nil
	}
	var leaf cube.Leaf
	err := a.backend.Ask(ctx, a.model, a.model.Asked(a.Plies), func(ctx context.Context, by *advice.Adviser) error {
		chances, err := by.Chances(ctx, pos)
		leaf = advice.NewValues(by.Static(), nil).Leaf(pos, &chances)
		return err
	})
	if err != nil {
		return nil, err
	}
	for away := 1; away <= length; away++ {
		s.Aways = append(s.Aways, away)
		row := scoreRow{Away: away}
		for other := 1; other <= length; other++ {
			row.Cells = append(row.Cells, a.cell(length, away, other, &leaf))
		}
		s.Rows = append(s.Rows, row)
	}
	return s, nil
}

// cell computes the decision at a score. A game in which a side needs one point is after
// the Crawford game.
func (a *question) cell(length, away, other int, leaf *cube.Leaf) scoreCell {
	state := cube.Match(length, length-away, length-other, false)
	own := a.stakes.State()
	state.Cube, state.Owner, state.Roller = own.Cube, own.Owner, own.Roller
	stakes, err := cube.Prepare(state, a.backend.Models.MET())
	if err != nil {
		return scoreCell{Action: "–", Words: err.Error(), Class: "none"}
	}
	d := stakes.Decide(leaf)
	c := scoreCell{Words: d.String(), Action: shortAction[d.Action], Class: actionClass[d.Action]}
	if stakes.Doubled() != nil {
		double := min(d.Equities.DoubleTake, d.Equities.DoublePass)
		c.Gain = signed(double - d.Equities.NoDouble)
	}
	return c
}

// shortAction are the texts of actions in cells, actionClass their style classes.
var (
	shortAction = map[cube.Action]string{
		cube.NotAvailable: "–", cube.DeadCube: "dead", cube.NoDoubleTake: "ND", cube.NoDoubleBeaver: "ND",
		cube.DoubleTake: "D/T", cube.DoubleBeaver: "D/B", cube.DoublePass: "D/P", cube.TooGoodTake: "TG/T",
		cube.TooGoodPass: "TG/P", cube.OptionalTake: "D/T", cube.OptionalPass: "D/P",
	}
	actionClass = map[cube.Action]string{
		cube.NotAvailable: "none", cube.DeadCube: "none", cube.NoDoubleTake: "no", cube.NoDoubleBeaver: "no",
		cube.DoubleTake: "take", cube.DoubleBeaver: "take", cube.DoublePass: "pass", cube.TooGoodTake: "good",
		cube.TooGoodPass: "good", cube.OptionalTake: "take", cube.OptionalPass: "pass",
	}
)

// askScores computes the table of a query.
func askScores(r *http.Request, l *backend.Backend) (*scores, error) {
	q := r.URL.Query()
	asked, err := askAgain(q, l)
	if err != nil {
		return nil, err
	}
	length := usualLength
	if text := q.Get("length"); text != "" {
		if length, err = strconv.Atoi(text); err != nil || length < 2 || length > mostLength {
			return nil, problem.Bad(fmt.Errorf("length is %q, want 2 to %d", text, mostLength))
		}
	}
	return asked.newScores(r.Context(), length)
}

// registerScores adds the page of the cube at every score.
func registerScores(s *site.Site, l *backend.Backend) error {
	t, err := s.Parse(assetsText + scoresText)
	if err != nil {
		return err
	}
	s.Page("GET "+path+"/scores", func(w http.ResponseWriter, r *http.Request) error {
		table, err := askScores(r, l)
		if err != nil {
			return err
		}
		return s.Show(w, r, t, "The cube at every score", table)
	})
	return nil
}
