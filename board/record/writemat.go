package record

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gammonlab/board"
)

// WriteMat writes a match as gnubg writes .mat files. It returns an error if a
// game contains an action that the format cannot express: a board, a cube or an
// owner that was set. Names are changed to a form that every reader accepts: at
// most 31 bytes, with an underscore for a colon, which would end the name, and
// for other marks. The format also loses comments on actions, automatic doubles
// of a game without a double, and dice that were rolled but not played before
// the end. It is an error if a reader would take another game for the Crawford game. An illegal play with the position after it is written as that position, in
// Snowie's form; from another illegal play on, a game is written as it was recorded.
func WriteMat(w io.Writer, m *Match) error { return m.writeMat(w, matTags(m)) }

// WriteSnowie writes a match as Snowie's text: the lines of a .mat file without
// its comments, and so without other information on the match. It returns an error
// if the rules are not the usual ones.
func WriteSnowie(w io.Writer, m *Match) error {
	if err := m.checkUsualRules("a text file of Snowie"); err != nil {
		return err
	}
	return m.writeMat(w, "")
}

func (m *Match) writeMat(w io.Writer, comments string) error {
	if err := m.checkCrawford("a .mat file"); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s %d point match\n\n", comments, m.Length)
	var gen board.Generator
	for i := range m.Games {
		if err := m.writeMatGame(out, i, &gen); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Columns of the lines of a game.
const (
	matHeading = 31 // width of the first name with its score
	matCell    = 27 // width of the first player's cell
	matWin     = 34 // indentation of player 1's result
)

func (m *Match) writeMatGame(w io.Writer, game int, gen *board.Generator) error {
	g := &m.Games[game]
	names := matNames(m.Names)
	first := fmt.Sprintf("%s : %d", names[0], g.Score[0])
	fmt.Fprintf(w, " Game %d\n %-*s%s : %d\n", game+1, matHeading, first+"  ", names[1], g.Score[1])
	lines := matLines{w: w, at: board.Nobody, cube: g.Cube, names: names}
	r := m.replay(game, gen)
	legal := true
	for i := range g.Actions {
		a := &g.Actions[i]
		legal = legal && r.Next()
		if a.Kind >= SetBoard {
			return gameError(game, fmt.Errorf("action %d: a .mat file cannot %v", i+1, a.Kind))
		}
		if err := checkAction(a); err != nil {
			return gameError(game, fmt.Errorf("action %d: %w", i+1, err))
		}
		if a.Kind == Rolled && i+1 < len(g.Actions) && g.Actions[i+1].Kind != Resign || a.Kind == Resign {
			continue
		}
		lines.add(a.Player, lines.entry(a, r, legal))
	}
	lines.end(g.Result)
	return nil
}

// entry returns the text of an action's entry.
func (l *matLines) entry(a *Action, r *Replay, legal bool) string {
	switch a.Kind {
	case Double, Beaver, Take:
		return l.offer(a)
	case Drop:
		return " Drops"
	}
	if a.Roll == (board.Roll{}) {
		return oneLine(a.Text)
	}
	text := a.Roll.String() + ": "
	switch {
	case legal && r.Illegal:
		return text + "Illegal play (" + snowieText(r, l.names) + ")"
	case a.Text != "":
		return text + oneLine(a.Text)
	case legal && a.Kind == Move:
		return text + plainText(r.Position, r.written())
	}
	return text + stepWords(a.Steps)
}

// offer returns the words of a double or its answer. It tracks the cube itself,
// because games with an illegal play have no replay.
func (l *matLines) offer(a *Action) string {
	switch {
	case a.Kind == Double:
		return fmt.Sprintf(" Doubles => %d", 2*l.cube)
	case a.Kind == Beaver:
		l.turnCube()
		return fmt.Sprintf(" Beavers => %d", 2*l.cube)
	}
	l.turnCube()
	return " Takes"
}

func (l *matLines) turnCube() {
	if l.cube < board.MaxCube {
		l.cube *= 2
	}
}

// checkAction returns an error for an action that no file can contain.
func checkAction(a *Action) error {
	switch {
	case a.Kind > SetOwner:
		return fmt.Errorf("no such kind of action: %v", a.Kind)
	case !plays(a.Player) && a.Kind != SetOwner:
		return fmt.Errorf("%v's %v, want player 0 or 1", a.Player, a.Kind)
	case a.Kind == Rolled && !a.Roll.Valid(),
		a.Kind == Move && !a.Roll.Valid() && a.Roll != board.Roll{}:
		return fmt.Errorf("dice %d and %d, want 1 to 6", a.Roll[0], a.Roll[1])
	case len(a.Steps) > maxSteps:
		return fmt.Errorf("%d steps, want at most %d", len(a.Steps), maxSteps)
	}
	for _, s := range a.Steps {
		if s.From > board.Bar || s.To > board.Bar {
			return fmt.Errorf("step from %d to %d, want places from 0 to %d", s.From, s.To, board.Bar)
		}
	}
	return nil
}

// matLines arranges entries in numbered lines of two columns.
type matLines struct {
	w    io.Writer
	row  int
	at   board.Player // column of the last entry
	cube int          // current value

	names [2]string // in the file
}

func (l *matLines) add(p board.Player, entry string) {
	if l.row == 0 || l.at == board.PlayerX || l.at == p {
		if l.row > 0 {
			fmt.Fprintln(l.w)
		}
		l.row++
		fmt.Fprintf(l.w, "%3d) ", l.row)
		l.at = board.Nobody
	}
	if p == board.PlayerX && l.at == board.Nobody {
		fmt.Fprint(l.w, strings.Repeat(" ", matCell+1))
	}
	if p == board.PlayerO {
		entry = fmt.Sprintf("%-*s ", matCell, entry)
	}
	fmt.Fprint(l.w, entry)
	l.at = p
}

// end adds the result of the game.
func (l *matLines) end(result Result) {
	defer fmt.Fprintln(l.w)
	if l.row > 0 {
		fmt.Fprintln(l.w)
	}
	if !plays(result.Winner) {
		return
	}
	indent, s := 6, "s"
	if result.Winner == board.PlayerX {
		indent = matWin
	}
	if result.Points == 1 {
		s = ""
	}
	fmt.Fprintf(l.w, "%sWins %d point%s\n", strings.Repeat(" ", indent), result.Points, s)
}
