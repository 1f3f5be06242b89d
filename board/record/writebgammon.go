package record

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"gammonlab/board"
)

// WriteBgammon writes a match as a .match file of bgammon servers. It returns
// an error for content that the format cannot express: variants other than
// backgammon, rules other than the usual ones, a board, a cube or an owner that
// was set, beavers, illegal plays and names with blanks.
func WriteBgammon(w io.Writer, m *Match) error {
	if err := m.checkUsualRules("a .match file"); err != nil {
		return err
	}
	if err := m.checkCrawford("a .match file"); err != nil {
		return err
	}
	for _, name := range m.Names {
		if len(strings.Fields(name)) != 1 {
			return fmt.Errorf("a .match file cannot hold the name %q, want one word", name)
		}
	}
	// All index lines have the same length, so the offsets after them are known in
	// advance.
	indexLine := len(bgammonMark) + 8 + 1
	var games bytes.Buffer
	var gen board.Generator
	var index strings.Builder
	for i := range m.Games {
		fmt.Fprintf(&index, "%s%08d\n", bgammonMark, len(m.Games)*indexLine+games.Len())
		if err := m.writeBgammonGame(&games, i, &gen); err != nil {
			return gameError(i, err)
		}
	}
	_, err := io.WriteString(w, index.String()+games.String())
	return err
}

func (m *Match) writeBgammonGame(w *bytes.Buffer, number int, gen *board.Generator) error {
	g := &m.Games[number]
	var seconds int64
	if day, err := time.Parse(isoDate, m.Info.Date); err == nil {
		seconds = max(day.Unix(), 0)
	}
	fmt.Fprintf(w, "i %d %s %s %d %d %d %d %d 0\n", seconds, m.Names[0], m.Names[1],
		m.Length, g.Score[0], g.Score[1], g.Result.Winner+1, g.Result.Points)
	r := m.replay(number, gen)
	for r.Next() {
		a := &r.Action
		p := int(a.Player) + 1
		if r.Illegal {
			return fmt.Errorf("move %d: a .match file cannot hold an illegal play", r.Row)
		}
		switch a.Kind {
		case Move, Rolled:
			if a.Roll.Valid() {
				fmt.Fprintf(w, "%d r %s\n", p, bgammonRoll(r))
			}
		case Double:
			fmt.Fprintf(w, "%d d %d ", p, 2*r.Match.Cube)
			if k := r.Index + 1; k == len(g.Actions) || g.Actions[k].Kind < Take || g.Actions[k].Kind > Beaver {
				return fmt.Errorf("move %d: a .match file cannot hold a double without an answer", r.Row)
			}
		case Take:
			fmt.Fprintln(w, 1)
		case Drop:
			fmt.Fprintln(w, 0)
		case Resign:
			fmt.Fprintf(w, "%d t\n", p)
		default:
			return fmt.Errorf("move %d: a .match file cannot hold a %v", r.Row, a.Kind)
		}
	}
	if r.Err() != nil {
		return fmt.Errorf("a .match file cannot hold an illegal play: %w", r.Err())
	}
	return nil
}

// bgammonRoll formats a roll and its play in the points of player 1, the larger
// die first.
func bgammonRoll(r *Replay) string {
	a := &r.Action
	text := fmt.Sprintf("%d-%d", max(a.Roll[0], a.Roll[1]), min(a.Roll[0], a.Roll[1]))
	if a.Kind == Rolled {
		return text
	}
	for _, s := range r.written() {
		if a.Player == board.PlayerX {
			s = fromFarEnd(s)
		}
		text += " " + bgammonPlace(s.From, "bar") + "/" + bgammonPlace(s.To, "off")
	}
	return text
}

// bgammonPlace formats a place; word stands for bar or off.
func bgammonPlace(place uint8, word string) string {
	if place == board.Bar || place == board.Off {
		return word
	}
	return fmt.Sprint(place)
}
