package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
)

// bgammonMark begins the first line of a .match file.
const bgammonMark = "bgammon-replay "

// ReadBgammon reads a .match file, the replay of a match on a bgammon server.
// Player 1 becomes [board.PlayerO]. Winner and points are those in the head of
// each game, because on the server a dropped double may cost more than the
// cube. Errors call the file by the name.
func ReadBgammon(name string, r io.Reader) (*Match, error) {
	b := bgammonReader{collector: newCollector()}
	return b.read(name, r, b.line, "no game in %d lines, want one that begins with a line such as \"i 1763750000 anna bert 3 0 0 1 1 0\"")
}

// bgammonReader is the state of the reader.
type bgammonReader struct{ collector }

// line reads one line: an index, the head of a game or an action.
func (b *bgammonReader) line(text string) error {
	words := strings.Fields(text)
	switch {
	case len(words) == 0 || strings.HasPrefix(text, bgammonMark):
		return nil
	case words[0] == "i":
		return b.head(words)
	case words[0] != "1" && words[0] != "2" || len(words) < 2:
		return fmt.Errorf("%q: want a line such as \"1 r 3-1 8/5 6/5\"", clip(text))
	case b.game == nil:
		return fmt.Errorf("%q: an action before a game", clip(text))
	}
	p := board.Player(words[0][0] - '1')
	switch words[1] {
	case "r":
		return b.roll(p, words[2:])
	case "d":
		return b.double(p, words[2:])
	case "t":
		b.wins(p.Opponent(), b.stated[len(b.stated)-1].Points)
		return nil
	}
	return fmt.Errorf("%q: want r (roll), d (double) or t (resigns) after the player", clip(text))
}

// bgammonFields lists the numbers in the head of a game, the first of which is
// its time, with their ranges.
var bgammonFields = []struct {
	name string
	at   int // index of the word in the line
	most int
}{
	{"time", 1, 1 << 40}, {"length", 4, board.MaxMatchLength}, {"score of player 1", 5, maxScore},
	{"score of player 2", 6, maxScore}, {"winner", 7, 2}, {"points", 8, maxWin}, {"variant", 9, 0},
}

// head reads the line that begins a game.
func (b *bgammonReader) head(words []string) error {
	if len(words) != 10 {
		return fmt.Errorf("%d words at the head of a game, want 10", len(words))
	}
	var n [10]int
	for _, f := range bgammonFields {
		number, err := strconv.Atoi(words[f.at])
		if err != nil || number < 0 || number > f.most {
			return fmt.Errorf("%s is %q, want 0 to %d", f.name, clip(words[f.at]), f.most)
		}
		n[f.at] = number
	}
	m := b.match
	names := [2]string{oneLine(words[2]), oneLine(words[3])}
	if len(m.Games) == 0 {
		m.Length, m.Names = n[4], names
		if n[1] > 0 {
			m.Info.Date = time.Unix(int64(n[1]), 0).UTC().Format(isoDate)
		}
	} else if m.Length != n[4] || m.Names != names {
		return fmt.Errorf("%s and %s play to %d, want %s and %s to %d as in game 1", names[0], names[1], n[4], m.Names[0], m.Names[1], m.Length)
	}
	if err := b.newGame(); err != nil {
		return err
	}
	b.game.Score = [2]int{n[5], n[6]}
	if n[7] > 0 {
		b.wins(board.Player(n[7]-1), n[8])
	}
	return nil
}

// roll reads a roll and its play; both players use the points of player 1.
func (b *bgammonReader) roll(p board.Player, words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("no dice, want dice such as 3-1")
	}
	roll, err := board.ParseRoll(strings.Replace(words[0], "-", "", 1))
	if err != nil {
		return fmt.Errorf("%q: want dice such as 3-1", clip(words[0]))
	}
	a := Action{Player: p, Roll: roll}
	a.Steps, a.Text = readPlay(strings.Join(words[1:], " "))
	if p == board.PlayerX {
		for i, s := range a.Steps {
			a.Steps[i] = fromFarEnd(s)
		}
	}
	return b.add(a)
}

// fromFarEnd converts a step to the other player's numbering of the points.
func fromFarEnd(s board.Step) board.Step {
	turn := func(place uint8) uint8 {
		if place == board.Off || place == board.Bar {
			return place
		}
		return board.Bar - place
	}
	return board.Step{From: turn(s.From), To: turn(s.To)}
}

// double reads a double and its answer.
func (b *bgammonReader) double(p board.Player, words []string) error {
	if len(words) != 2 || words[1] != "0" && words[1] != "1" {
		return fmt.Errorf("%q: want a cube and 1 (taken) or 0 (dropped)", clip(strings.Join(words, " ")))
	}
	if err := b.add(Action{Kind: Double, Player: p}); err != nil {
		return err
	}
	answer := Drop
	if words[1] == "1" {
		answer = Take
	}
	return b.add(Action{Kind: answer, Player: p.Opponent()})
}
