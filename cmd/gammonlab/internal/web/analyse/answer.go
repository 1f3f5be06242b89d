package analyse

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// usualPlies is the default search depth of the page.
const usualPlies = 2

// shownPlays is the default number of listed plays.
const shownPlays = 12

// question is a position with the settings of its analysis.
type question struct {
	XGID    board.XGID
	Model   string
	Plies   int
	All     bool // list all plays
	Left    bool // the player on roll bears off to the left, see [isLeft]
	backend *backend.Backend
	model   *models.Model
	stakes  *cube.Stakes
}

// newQuestion returns the question of a query.
func newQuestion(q url.Values, l *backend.Backend, m *models.Model, x board.XGID) (*question, error) {
	a := &question{XGID: x, Model: m.Name, Plies: usualPlies, All: q.Has("all"), Left: isLeft(q), backend: l, model: m}
	if text := q.Get("plies"); text != "" {
		plies, err := strconv.Atoi(text)
		if err != nil {
			return nil, problem.Bad(fmt.Errorf("plies is %q, want 0 to %d", text, models.MaxPlies))
		}
		a.Plies = plies
	}
	state, err := cube.FromXGID(&x)
	if err != nil {
		return nil, problem.Bad(err)
	}
	a.stakes, err = cube.Prepare(state, l.Models.MET())
	return a, problem.Bad(err)
}

// Link returns the address of the question with additional parameters, and with other
// plies unless they are below 0.
func (a *question) Link(plies int, more ...string) string {
	if plies < 0 {
		plies = a.Plies
	}
	q := url.Values{"xgid": {a.XGID.String()}, "plies": {strconv.Itoa(plies)}}
	if a.Model != a.backend.Models.Names()[0] {
		q.Set("model", a.Model)
	}
	if a.Left {
		q.Set(leftField, leftValue)
	}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return path + "?" + q.Encode()
}

// The field of addresses and forms for boards on which the players bear off to the left.
const leftField, leftValue = "left", "yes"

// isLeft reports whether the players of the boards bear off to the left.
func isLeft(q url.Values) bool { return q.Get(leftField) == leftValue }

// Turned returns the address of the question with a board that is the mirror image.
func (a *question) Turned() string {
	turned := *a
	turned.Left = !a.Left
	return turned.Link(-1)
}

// Depths are the possible search depths.
func (a *question) Depths() []int {
	var all []int
	for plies := range models.MaxPlies + 1 {
		all = append(all, plies)
	}
	return all
}

// TrialCounts are the numbers of trials to choose from.
func (a *question) TrialCounts() []int { return trialCounts }

// answer is the analysis of a question.
type answer struct {
	*question
	ID, Stakes, Class string
	Text              string // the board
	Kind              string // text of the kind of decision
	Verdict           string
	Problem           string // reason why there is no analysis
	Plays             *playsTable
	Tables            []plaintext.Table
	Windows           []plaintext.Table
	Before            string // the link to the cube decision before the dice
}

// answer analyses the question with an adviser.
func (a *question) answer(ctx context.Context) (*answer, error) {
	pos, m := a.XGID.Position, &a.XGID.Match
	r := &answer{question: a, ID: pos.ID() + ":" + m.ID(), Stakes: a.stakes.Words()}
	if pos.Result() != 0 {
		r.Problem = "The game is over."
		return r, nil
	}
	err := a.backend.Ask(ctx, a.model, models.Strength{Plies: a.Plies}, func(ctx context.Context, by *advice.Adviser) error {
		r.Class = by.Static().ClassOf(&pos).String()
		r.Text = cube.DrawPosition(&pos, m.Dice, r.Class, a.stakes)
		if m.Dice.Valid() && !m.Doubled {
			return r.rank(ctx, by)
		}
		return r.decide(ctx, by)
	})
	return r, err
}

// rank ranks the plays of the roll.
func (r *answer) rank(ctx context.Context, by *advice.Adviser) error {
	pos, m := &r.XGID.Position, &r.XGID.Match
	r.Kind = fmt.Sprintf("Plays of %v", m.Dice)
	before := r.XGID
	before.Match.Dice = board.Roll{}
	q := *r.question
	q.XGID = before
	r.Before = q.Link(-1)
	d, err := by.Decide(ctx, pos, m.Dice, r.stakes)
	switch {
	case err != nil:
		return err
	case len(d.Moves) == 0:
		r.Verdict = "No legal play."
		return nil
	}
	r.Verdict = "Best: " + d.Moves[0].Move
	r.Plays = newPlaysTable(d, r.All)
	return nil
}

// decide evaluates a double, or the answers to a double.
func (r *answer) decide(ctx context.Context, by *advice.Adviser) error {
	pos, m := &r.XGID.Position, &r.XGID.Match
	d, err := by.Double(ctx, pos, r.stakes)
	if err != nil {
		return err
	}
	r.Kind = "Cube decision"
	r.Verdict = plaintext.Capital(d.String())
	if m.Doubled {
		answers := d.Answers(m, r.XGID.Beavers && m.Length == 0)
		r.Kind = "Answer to the double"
		r.Verdict = "Right: " + advice.AnswerText(answers.Best())
		r.Tables = append(r.Tables, answerTable(answers.Choices(by.Plies(), m.Length > 0)))
	}
	decision := advice.NewDecision(pos, board.Roll{}, r.stakes, by.Plies())
	decision.Verdict = d.Verdict(r.stakes)
	cells := decision.Cells()
	cells[0][0] = "alternative"
	r.Tables = append(r.Tables, plaintext.Table{Title: "For the player on roll", Head: cells[0], Rows: cells[1:]}, chancesTable(&d.Chances))
	r.Windows, err = windowTables(r.stakes, r.backend.Models.MET(), &d.Chances)
	return err
}

// windowTables returns the market windows and gammon prices at the score, for the share
// of gammons of the position.
func windowTables(stakes *cube.Stakes, met *cube.MET, chances *engine.Probabilities) ([]plaintext.Table, error) {
	var outcomes [2]cube.Outcomes
	outcomes[0], outcomes[1] = cube.OutcomesOf(chances)
	report, err := cube.NewReport(stakes.State(), met, outcomes)
	if err != nil {
		return nil, err
	}
	return append(windowsOf(report), gammonValues(report)), nil
}
