package record

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// actions appends the actions of a node to its game.
func (s *sgfReader) actions(n node) error {
	g := &s.match.Games[len(s.match.Games)-1]
	before := len(g.Actions)
	player, named := board.PlayerO, false
	if text := n.one("PL"); text != "" {
		p, err := readPlayer(text)
		if err != nil {
			return fmt.Errorf("the property PL is %w", err)
		}
		player, named = p, true
	}
	if err := g.setBoard(n, player, s.match.Rules.Variant); err != nil {
		return err
	}
	if err := g.setCube(n); err != nil {
		return err
	}
	if text := n.one("DI"); text != "" {
		roll, err := board.ParseRoll(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("the property DI is %q, want two digits such as 31", clip(text))
		}
		if !named {
			return fmt.Errorf("the property DI without PL[W] or PL[B]")
		}
		g.Actions = append(g.Actions, Action{Kind: Rolled, Player: player, Roll: roll})
	}
	for _, letter := range []string{"W", "B"} {
		if _, there := n.values[letter]; !there {
			continue
		}
		a, err := readMove(sgfPlayers[letter], strings.TrimSpace(n.one(letter)))
		if err == nil {
			s.analysis(&a, n)
		}
		if err != nil {
			return err
		}
		g.Actions = append(g.Actions, a)
	}
	s.left -= len(g.Actions) - before
	if s.left < 0 || len(g.Actions) > MaxActions {
		return tooMany(s.left)
	}
	if comment := manyLines(n.one("C")); comment != "" && len(g.Actions) > before {
		g.Actions[len(g.Actions)-1].Comment = comment
	}
	return nil
}

// analysis reads the analysis of an action.
func (s *sgfReader) analysis(a *Action, n node) {
	words := &sgfWords{n.values["A"], n.one("DA"), n.one("LU")}
	var unread []string
	a.Analysis, unread = sgfAnalysis(words, a, s.match.Length > 0)
	for _, text := range unread {
		s.match.notice(Unreadable, text, n.line)
	}
}

func readPlayer(text string) (board.Player, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "w", "white":
		return board.PlayerO, nil
	case "b", "black":
		return board.PlayerX, nil
	}
	return board.Nobody, fmt.Errorf("%q, want W or B", clip(text))
}

// setCube reads the value of the cube, which in the first node is the value at
// the start, and its owner.
func (g *Game) setCube(n node) error {
	if text := n.one("CV"); text != "" && !n.root {
		value, err := readCube(text)
		if err != nil {
			return err
		}
		g.Actions = append(g.Actions, Action{Kind: SetCube, Value: value})
	}
	text := n.one("CP")
	if text == "" {
		return nil
	}
	a := Action{Kind: SetOwner, Player: board.Nobody}
	if strings.TrimSpace(text) != "c" {
		p, err := readPlayer(text)
		if err != nil {
			return fmt.Errorf("the property CP is %w or c", err)
		}
		a.Player = p
	}
	g.Actions = append(g.Actions, a)
	return nil
}

// setBoard reads a position: the board is cleared, then checkers are placed,
// one letter for each.
func (g *Game) setBoard(n node, player board.Player, v board.Variant) error {
	_, clears := n.values["AE"]
	if !clears {
		if n.values["AW"] != nil || n.values["AB"] != nil {
			return fmt.Errorf("checkers are added to a board, want AE[a:y] before them")
		}
		return nil
	}
	if all := n.one("AE"); all != "a:y" {
		return fmt.Errorf("the property AE is %q, want a:y, which clears the whole board", clip(all))
	}
	var sides [2]board.Side
	for p, name := range [2]string{"AW", "AB"} {
		for _, letter := range n.values[name] {
			place, err := readPlace(board.Player(p), strings.TrimSpace(letter))
			if err != nil {
				return fmt.Errorf("the property %s: %w", name, err)
			}
			sides[p][place]++
		}
		if on := sides[p].Checkers(); on < v.Checkers() {
			sides[p][board.Off] += uint8(v.Checkers() - on)
		}
	}
	g.Actions = append(g.Actions, Action{
		Kind:   SetBoard,
		Player: player,
		Board:  &board.Position{Own: sides[player], Opp: sides[player.Opponent()]},
	})
	return nil
}

// readPlace parses a letter of SGF: a is player 0's ace point, x that of player
// 1, y the bar and z off.
func readPlace(p board.Player, letter string) (uint8, error) {
	if len(letter) != 1 || letter[0] < 'a' || letter[0] > 'z' {
		return 0, fmt.Errorf("%q, want a place from a to z", clip(letter))
	}
	switch c := letter[0]; {
	case c == 'y':
		return board.Bar, nil
	case c == 'z':
		return board.Off, nil
	case p == board.PlayerO:
		return c - 'a' + 1, nil
	default:
		return 'x' - c + 1, nil
	}
}

// placeLetter is the inverse of readPlace.
func placeLetter(p board.Player, place uint8) byte {
	switch {
	case place == board.Bar:
		return 'y'
	case place == board.Off:
		return 'z'
	case p == board.PlayerO:
		return 'a' + place - 1
	}
	return 'x' - place + 1
}

// readMove parses the value of W or B: dice with pairs of places, or a word.
func readMove(p board.Player, text string) (Action, error) {
	a := Action{Player: p}
	switch strings.ToLower(text) {
	case "double":
		a.Kind = Double
		return a, nil
	case "take":
		a.Kind = Take
		return a, nil
	case "drop":
		a.Kind = Drop
		return a, nil
	}
	var err error
	if len(text) >= 2 {
		a.Roll, err = board.ParseRoll(text[:2])
	}
	if len(text) < 2 || len(text)%2 != 0 || len(text) > 2+2*maxSteps || err != nil {
		return a, fmt.Errorf("%q, want a roll with its play such as 31hefe, double, take or drop", clip(text))
	}
	a.Steps, err = readPairs(p, text[2:])
	return a, err
}

// readPairs reads pairs of places.
func readPairs(p board.Player, pairs string) ([]board.Step, error) {
	if len(pairs)%2 != 0 || len(pairs) > 2*maxSteps {
		return nil, fmt.Errorf("%q, want up to %d pairs of places such as hefe", clip(pairs), maxSteps)
	}
	var steps []board.Step
	for ; pairs != ""; pairs = pairs[2:] {
		from, err := readPlace(p, pairs[:1])
		if err != nil {
			return nil, err
		}
		to, err := readPlace(p, pairs[1:2])
		if err != nil {
			return nil, err
		}
		steps = append(steps, board.Step{From: from, To: to})
	}
	return steps, nil
}
