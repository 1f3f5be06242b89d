package play

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/svg"
	"gammonlab/desk/pages/games"
	"gammonlab/desk/pages/problem"
)

// form is the request of the page of a game: a button or a part of the board, with the
// steps made before.
type form struct {
	do      string
	version int
	steps   []board.Step
	swapped bool // the smaller die is played first
	pick    bool // a click on a point picks a checker up, the next one puts it down
	place   string
	from    string
	play    string
	dice    string
	kind    string
	sure    bool
	thought int

	problem string
}

// Buttons that are not actions of the game.
const (
	onBoard  = "board" // a part of the board was activated, or Enter pressed in a field
	stepBack = "step"
	howTo    = "clicks"
	again    = "again" // the user took back the play that the tutor warned about
	done     = "done"  // make the play whose steps are made
)

// readForm reads the form of a request.
func readForm(r *http.Request) (*form, error) {
	if err := r.ParseForm(); err != nil {
		return nil, problem.Bad(err)
	}
	q := r.PostForm
	f := &form{
		do: q.Get("do"), swapped: q.Get("swapped") == "yes", pick: q.Get("clicks") == "pick", place: q.Get("place"), from: q.Get("from"),
		play: strings.TrimSpace(q.Get("play")), dice: strings.TrimSpace(q.Get("dice")), kind: q.Get("kind"), sure: q.Get("sure") == "yes",
	}
	version, err := strconv.Atoi(q.Get("version"))
	if err != nil {
		return nil, problem.New(http.StatusBadRequest, "version is %q, want a number", q.Get("version"))
	}
	f.version = version
	if text := q.Get("thought"); text != "" {
		if f.thought, err = strconv.Atoi(text); err != nil {
			return nil, problem.New(http.StatusBadRequest, "thought is %q, want a number", text)
		}
	}
	for word := range strings.FieldsSeq(q.Get("steps")) {
		from, to, _ := strings.Cut(word, "/")
		a, errA := strconv.ParseUint(from, 10, 5)
		b, errB := strconv.ParseUint(to, 10, 5)
		if errA != nil || errB != nil || len(f.steps) == 4 {
			return nil, problem.New(http.StatusBadRequest, "steps are %q, want 4 at most such as 8/5", q.Get("steps"))
		}
		f.steps = append(f.steps, board.Step{From: uint8(a), To: uint8(b)})
	}
	return f, nil
}

// action returns the action of the form, nil if only the page changes.
func (f *form) action(v *games.View) (*games.Action, error) {
	a := &games.Action{Version: f.version, Action: f.do, Play: f.play, Dice: f.dice, Kind: f.kind, Sure: f.sure, Thought: f.thought}
	switch f.do {
	case howTo:
		f.pick = !f.pick
		return nil, nil
	case stepBack:
		f.steps = f.steps[:max(len(f.steps)-1, 0)]
		return nil, nil
	case again:
		f.steps = nil
		return nil, nil
	case done:
		return f.make(v, a)
	case onBoard:
		return f.onBoard(v, a)
	}
	return a, nil
}

// make makes the play whose steps are complete.
func (f *form) make(v *games.View, a *games.Action) (*games.Action, error) {
	if f.version != v.Version || v.Decision != "move" {
		return nil, errors.New("the game has changed since")
	}
	if !f.complete(v) {
		return nil, errors.New("the play is not complete")
	}
	a.Action, a.Play = "move", words(f.steps)
	return a, nil
}

// complete reports whether the steps so far are a legal play.
func (f *form) complete(v *games.View) bool {
	return len(f.steps) > 0 && len(f.partial(v).Next()) == 0
}

// onBoard performs the action of a part of the board or of the typed text.
func (f *form) onBoard(v *games.View, a *games.Action) (*games.Action, error) {
	switch {
	case f.place == "" && f.play != "":
		a.Action = "move"
		return a, nil
	case f.place == "" && f.dice != "":
		a.Action = "roll"
		return a, nil
	case f.place == "" || f.version != v.Version:
		return nil, nil
	case f.place == svg.Cube && v.Decision == "double":
		a.Action = "double"
		return a, nil
	case f.place == svg.Cube && v.Decision == "take":
		a.Action = "take"
		return a, nil
	case v.Decision != "move":
		return nil, errors.New(prompts[v.Decision])
	case (f.place == svg.FirstDie || f.place == svg.SecondDie) && f.complete(v):
		return f.make(v, a)
	case f.place == svg.FirstDie || f.place == svg.SecondDie:
		f.swapped = !f.swapped
		return nil, nil
	}
	return nil, f.step(v)
}

// step moves a checker.
func (f *form) step(v *games.View) error {
	p := f.partial(v)
	from, to := f.from, f.place
	if from == "" {
		from, to = f.place, ""
	}
	at, err := placeOf(from)
	if err != nil {
		return err
	}
	if to == "" {
		i := slices.IndexFunc(p.Next(), func(s board.Step) bool { return int(s.From) == at })
		if i < 0 {
			return errors.New("no checker can be moved from there")
		}
		p.Move(uint8(at), p.Next()[i].To)
	} else if goal, err := placeOf(to); err != nil || !p.Move(uint8(at), uint8(goal)) {
		return errors.New("the checker cannot be moved there")
	}
	f.steps = p.Steps()
	return nil
}

// partial returns the play with the steps so far.
func (f *form) partial(v *games.View) *board.Partial {
	p := board.NewPartial(v.State().Position, f.roll(v))
	for i, s := range f.steps {
		if !p.Move(s.From, s.To) {
			f.steps = f.steps[:i]
			break
		}
	}
	return p
}

// roll returns the dice; the first one is played first.
func (f *form) roll(v *games.View) board.Roll {
	roll := v.State().Match.Dice
	if (roll[0] < roll[1]) != f.swapped {
		roll[0], roll[1] = roll[1], roll[0]
	}
	return roll
}

// placeOf returns the number of a place of the drawing: 25 is the user's bar, 0 the
// user's tray.
func placeOf(name string) (int, error) {
	if name == svg.BottomTray {
		return board.Off, nil
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > board.Bar {
		return 0, errors.New("you have no checkers there")
	}
	return n, nil
}

// spoken formats steps for people.
func spoken(steps []board.Step) string {
	return strings.NewReplacer(fmt.Sprint(board.Bar, "/"), "bar/", "/0", "/off").Replace(words(steps))
}

// words formats steps.
func words(steps []board.Step) string {
	var all []string
	for _, s := range steps {
		all = append(all, strconv.Itoa(int(s.From))+"/"+strconv.Itoa(int(s.To)))
	}
	return strings.Join(all, " ")
}
