package record

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// setup reads the properties of a node that change a game from outside: who is on
// roll, the board, the cube and the dice.
func (s *sgfReader) setup(g *Game, n node) error {
	if text := n.one("PL"); text != "" {
		p, err := readPlayer(text)
		if err != nil {
			return fmt.Errorf("the property PL is %w", err)
		}
		s.turn = p
	}
	if err := s.setBoard(g, n); err != nil {
		return err
	}
	if err := s.setCube(g, n); err != nil {
		return err
	}
	text := strings.TrimSpace(n.one("DI"))
	if text == "" {
		return nil
	}
	roll, err := board.ParseRoll(text)
	if err != nil {
		return fmt.Errorf("the property DI is %q, want two digits such as 31", clip(text))
	}
	g.Actions = append(g.Actions, Action{Kind: Rolled, Player: s.turn, Roll: roll})
	return nil
}

// readPlayer parses the letter or the name of a player. The numbers are those of
// FF[1] to FF[3].
func readPlayer(text string) (board.Player, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "w", "white", "2":
		return board.PlayerO, nil
	case "b", "black", "1":
		return board.PlayerX, nil
	}
	return board.Nobody, fmt.Errorf("%q, want W or B", clip(text))
}

// setCube reads the value of the cube, which in the first node is the value at the
// start, and its owner: CO in FF[4], CP in gnubg's files. In the first node CP is the
// copyright.
func (s *sgfReader) setCube(g *Game, n node) error {
	if text := n.one("CV"); text != "" && !n.root {
		value, err := readCube(text)
		if err != nil {
			return err
		}
		g.Actions = append(g.Actions, Action{Kind: SetCube, Value: value})
	}
	for _, name := range []string{"CO", "CP"} {
		text := strings.TrimSpace(n.one(name))
		if text == "" || n.root && name == "CP" {
			continue
		}
		p, err := readPlayer(text)
		switch {
		case n.root && text == "c" || text == "n": // n is for games without cube
			continue
		case text == "c":
			p = board.Nobody
		case err != nil && name == "CP":
			s.match.copyright(text)
			continue
		case err != nil:
			return fmt.Errorf("the property %s is %w, c or n", name, err)
		}
		g.Actions = append(g.Actions, Action{Kind: SetOwner, Player: p})
	}
	return nil
}

// copyright adds a copyright unless there is one.
func (m *Match) copyright(text string) {
	if m.Info.Copyright == "" {
		m.Info.Copyright = oneLine(text)
	}
}

// setBoard reads a position. AE clears points, of both players' checkers; AW and AB
// then add a checker for each point that they name.
func (s *sgfReader) setBoard(g *Game, n node) error {
	if n.values["AE"] == nil && n.values["AW"] == nil && n.values["AB"] == nil {
		return nil
	}
	sides, err := s.cleared(g, n.values["AE"])
	if err != nil {
		return err
	}
	for p, name := range [2]string{"AW", "AB"} {
		letters, err := readPoints(n.values[name])
		if err != nil {
			return fmt.Errorf("the property %s: %w", name, err)
		}
		sides[p][board.Off] = 0
		for _, letter := range letters {
			// One checker too many is enough: the position is then refused.
			if letter != offLetter && sides[p].Checkers() <= board.MaxCheckers {
				sides[p][placeOf(board.Player(p), letter)]++
			}
		}
		sides[p][board.Off] = uint8(max(0, s.match.Rules.Variant.Checkers()-sides[p].Checkers()))
	}
	g.Actions = append(g.Actions, Action{
		Kind: SetBoard, Player: s.turn, Board: &board.Position{Own: sides[s.turn], Opp: sides[s.turn.Opponent()]},
	})
	return nil
}

// cleared returns the checkers of both players after the points are cleared. If these
// are all 24, the bar is cleared as well: some programs do not name it.
func (s *sgfReader) cleared(g *Game, points []string) (sides [2]board.Side, err error) {
	letters, err := readPoints(points)
	if err != nil {
		return sides, fmt.Errorf("the property AE: %w", err)
	}
	if clearsAll(letters) {
		return sides, nil
	}
	s.left -= len(g.Actions) // they are replayed, which takes time
	r := s.match.Replay(len(s.match.Games) - 1)
	for r.Next() {
	}
	sides[r.Match.Roller], sides[r.Match.Roller.Opponent()] = r.Position.Own, r.Position.Opp
	for p := range sides {
		for _, letter := range letters {
			sides[p][placeOf(board.Player(p), letter)] = 0
		}
	}
	return sides, nil
}

// clearsAll reports whether all points are among the letters.
func clearsAll(letters []byte) bool {
	found := map[byte]bool{}
	for _, letter := range letters {
		if letter < barLetter {
			found[letter] = true
		}
	}
	return len(found) == barLetter-'a'
}

// readPoints parses a list of points: letters, and ranges such as a:x.
func readPoints(values []string) (letters []byte, err error) {
	for _, text := range values {
		text = strings.TrimSpace(text)
		first, last, isRange := strings.Cut(text, ":")
		if !isRange {
			last = first
		}
		for _, letter := range []string{first, last} {
			if len(letter) != 1 || letter[0] < 'a' || letter[0] > offLetter {
				return nil, fmt.Errorf("%q, want a place from a to z or a range such as a:x", clip(text))
			}
		}
		for c := min(first[0], last[0]); c <= max(first[0], last[0]); c++ {
			letters = append(letters, c)
		}
	}
	return letters, nil
}

// The letters of places that are not points.
const (
	barLetter = 'y'
	offLetter = 'z'
)

// readPlace parses a letter of SGF.
func readPlace(p board.Player, letter string) (uint8, error) {
	if len(letter) != 1 || letter[0] < 'a' || letter[0] > offLetter {
		return 0, fmt.Errorf("%q, want a place from a to z", clip(letter))
	}
	return placeOf(p, letter[0]), nil
}

// placeOf returns the place of a letter: a is player 0's ace point, x that of player
// 1, y the bar and z off.
func placeOf(p board.Player, letter byte) uint8 {
	switch {
	case letter == barLetter:
		return board.Bar
	case letter == offLetter:
		return board.Off
	case p == board.PlayerO:
		return letter - 'a' + 1
	}
	return 'x' - letter + 1
}

// placeLetter is the inverse of placeOf.
func placeLetter(p board.Player, place uint8) byte {
	switch {
	case place == board.Bar:
		return barLetter
	case place == board.Off:
		return offLetter
	case p == board.PlayerO:
		return 'a' + place - 1
	}
	return 'x' - place + 1
}
