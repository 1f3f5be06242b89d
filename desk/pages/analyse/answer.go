package analyse

import (
	"context"
	"fmt"
	"html/template"
	"net/url"
	"strconv"

	"gammonlab/board"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// shownPlays is the default number of listed plays.
const shownPlays = 12

// question is a position with the settings of its analysis.
type question struct {
	XGID    board.XGID // at the chosen position of the tree, with the chosen dice
	Tree    tree       // variations from the given position
	At      int        // number of the position in the tree
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
	a := &question{XGID: x, Tree: tree{{XGID: x}}, Model: m.Name, Plies: models.UsualPlies, All: q.Has("all"), Left: isLeft(q), backend: l, model: m}
	if text := q.Get("plies"); text != "" {
		plies, err := strconv.Atoi(text)
		if err != nil {
			return nil, problem.Bad(fmt.Errorf("plies is %q, want 0 to %d", text, models.MaxPlies))
		}
		a.Plies = plies
	}
	if err := a.walk(q); err != nil {
		return nil, problem.Bad(err)
	}
	state, err := cube.FromXGID(&a.XGID)
	if err != nil {
		return nil, problem.Bad(err)
	}
	a.stakes, err = cube.Prepare(state, l.Models.MET())
	return a, problem.Bad(err)
}

// startLink returns the address of a position without variations.
func startLink(l *backend.Backend, x *board.XGID, model string, plies int, left bool) string {
	return (&question{XGID: *x, Tree: tree{{XGID: *x}}, Model: model, Plies: plies, Left: left, backend: l}).Link(-1)
}

// walk goes to the position of the tree and to the dice of a query.
func (a *question) walk(q url.Values) (err error) {
	if a.Tree, err = parseTree(a.XGID, q.Get("tree")); err != nil {
		return err
	}
	if text := q.Get("at"); text != "" {
		if a.At, err = strconv.Atoi(text); err != nil || a.At < 0 || a.At >= len(a.Tree) {
			return fmt.Errorf("at is %q, want 0 to %d", text, len(a.Tree)-1)
		}
	}
	a.XGID = a.Tree[a.At].XGID
	m := &a.XGID.Match
	switch text := q.Get("roll"); {
	case text == "none":
		m.Dice = board.Roll{}
	case text != "":
		if m.Dice, err = board.ParseRoll(text); err != nil {
			return fmt.Errorf("roll is %q, want two digits from 1 to 6, or none", text)
		}
		m.Doubled, m.Turn = false, m.Roller
	}
	return nil
}

// Fields returns the parameters of the question's address, for forms.
func (a *question) Fields() url.Values {
	root := a.XGID
	q := url.Values{"plies": {strconv.Itoa(a.Plies)}}
	if tree := a.Tree.String(); tree != "" {
		root = a.Tree[0].XGID
		q.Set("tree", tree)
		q.Set("at", strconv.Itoa(a.At))
		if m := &a.XGID.Match; m.Dice.Valid() {
			q.Set("roll", m.Dice.String())
		}
	}
	q.Set("xgid", root.String())
	if a.Model != a.backend.Models.Names()[0] {
		q.Set("model", a.Model)
	}
	if a.Left {
		q.Set(leftField, leftValue)
	}
	return q
}

// Link returns the address of the question with additional parameters, and with other
// plies unless they are below 0. A parameter "" is left out.
func (a *question) Link(plies int, more ...string) string {
	q := a.Fields()
	if plies >= 0 {
		q.Set("plies", strconv.Itoa(plies))
	}
	for i := 0; i+1 < len(more); i += 2 {
		if more[i+1] == "" {
			q.Del(more[i])
		} else {
			q.Set(more[i], more[i+1])
		}
	}
	return path + "?" + q.Encode()
}

// Node returns the address of a position of the tree.
func (a *question) Node(n *node) string { return a.Link(-1, "at", strconv.Itoa(n.Number), "roll", "") }

// after returns the address of the position after a word at this one. The tree of the root
// begins at the position of the question.
func (a *question) after(word string) string {
	text, number := a.Tree.with(a.At, word)
	return a.Link(-1, "xgid", a.Tree[0].XGID.String(), "tree", text, "at", strconv.Itoa(number), "roll", "")
}

// Remove returns the address of the tree without the present position.
func (a *question) Remove() string {
	return a.Link(-1, "xgid", a.Tree[0].XGID.String(), "tree", a.Tree.without(a.At), "at", strconv.Itoa(a.Tree[a.At].parent.Number), "roll", "")
}

// Here returns the address of this position as the start of another tree.
func (a *question) Here() string {
	own := *a
	own.Tree, own.At = tree{{XGID: a.XGID}}, 0
	return own.Link(-1)
}

// Rolls are the rolls that may follow, a row for each higher die.
func (a *question) Rolls() [][]string {
	var all [][]string
	for high := 1; high <= 6; high++ {
		var row []string
		for low := 1; low <= high; low++ {
			row = append(row, fmt.Sprintf("%d%d", high, low))
		}
		all = append(all, row)
	}
	return all
}

// Roll returns the roll, the higher die first, "" before it.
func (a *question) Roll() string {
	d := a.XGID.Match.Dice
	if !d.Valid() {
		return ""
	}
	return fmt.Sprintf("%d%d", max(d[0], d[1]), min(d[0], d[1]))
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
	Precision         string // of a cube decision in a database
	Problem           string // reason why there is no analysis
	Deeper            *deeperView
	Plays             *playsTable
	Tables            []plaintext.Table
	Windows           []plaintext.Table
	Odds              template.HTML // of a cube decision
	Before            string        // the link to the cube decision before the dice
	Doubled           string        // the link to the position after a double and a take, "" if there is none
}

// answer analyses the question with an adviser.
func (a *question) answer(ctx context.Context) (*answer, error) {
	pos, m := a.XGID.Position, &a.XGID.Match
	r := &answer{question: a, ID: pos.ID() + ":" + m.ID(), Stakes: a.stakes.Words()}
	if pos.Result() != 0 {
		r.Problem = "The game is over."
		return r, nil
	}
	err := a.backend.Ask(ctx, a.model, a.model.Asked(a.Plies), func(ctx context.Context, by *advice.Adviser) error {
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
	r.Before = r.beforeRoll()
	d, err := by.Decide(ctx, pos, m.Dice, r.stakes)
	switch {
	case err != nil:
		return err
	case len(d.Moves) == 0:
		r.Verdict = "No legal play."
		return nil
	}
	r.Verdict = "Best: " + d.Moves[0].Move
	r.Plays = r.newPlaysTable(d)
	return nil
}

// compared returns the plays that a rollout by one key compares, nil for a cube decision.
func (r *answer) compared() (plays []string) {
	if r.Plays != nil {
		for _, row := range r.Plays.Rows[:min(len(r.Plays.Rows), deeperPlays)] {
			plays = append(plays, row[0])
		}
	}
	return plays
}

// beforeRoll returns the address of the cube decision before the roll.
func (a *question) beforeRoll() string {
	before := *a
	before.XGID.Match.Dice = board.Roll{}
	if a.At == 0 && a.Tree.String() != "" {
		return a.Link(-1, "roll", "none")
	}
	return before.Link(-1)
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
		offer := d.Offer(m, r.stakes, by.CubePlies())
		r.Kind = "Answer to the " + offer.Kind
		r.Verdict = "Right: " + offer.Best
		r.Tables = append(r.Tables, answerTable(offer.Answers))
	}
	if !m.Doubled && r.stakes.Doubled() != nil {
		r.Doubled = r.after(wordTake)
	}
	decision := advice.NewDecision(pos, board.Roll{}, r.stakes, by.CubePlies())
	decision.SetDouble(d, by.Static())
	cells := decision.Cells()
	cells[0][0] = "alternative"
	r.Tables = append(r.Tables, plaintext.Table{Title: "For the player on roll", Head: cells[0], Rows: cells[1:]}, chancesTable(&d.Chances))
	r.Odds, r.Precision = odds(d.Chances), decision.Precision()
	if decision.Race != nil {
		counts := decision.Race.Cells()
		title := "Counts of the race"
		if m.Length > 0 {
			title += ": decisions of a money game"
		}
		r.Tables = append(r.Tables, plaintext.Table{Title: title, Left: []int{5, 6}, Head: counts[0], Rows: counts[1:]})
	}
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
