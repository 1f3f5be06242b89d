package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// actions appends the actions of a node to its game.
func (s *sgfReader) actions(n node) error {
	g := &s.match.Games[len(s.match.Games)-1]
	before := len(g.Actions)
	if err := s.setup(g, n); err != nil {
		return err
	}
	for _, letter := range []string{"W", "B"} {
		if _, there := n.values[letter]; !there {
			continue
		}
		if err := s.act(g, n, sgfPlayers[letter], strings.TrimSpace(n.one(letter))); err != nil {
			return err
		}
	}
	s.left -= max(0, len(g.Actions)-before)
	if s.left < 0 || len(g.Actions) > MaxActions {
		return tooMany(s.left)
	}
	if a := g.last(); a != nil && !n.root && n.one("C") != "" {
		if comment := manyLines(n.one("C")); len(comment)+len(a.Comment) < maxText {
			a.Comment = joinComments(a.Comment, comment)
		}
	}
	return nil
}

// last returns the last action of a game, nil if there is none.
func (g *Game) last() *Action {
	if len(g.Actions) == 0 {
		return nil
	}
	return &g.Actions[len(g.Actions)-1]
}

// act reads the value of W or B: an answer or another action of the player. An offer to
// resign that is refused, with or without a word, leaves no action.
func (s *sgfReader) act(g *Game, n node, p board.Player, text string) error {
	last := g.last()
	offered := last != nil && last.Kind == Resign
	answers := last != nil && last.Player == p.Opponent()
	switch word := strings.ToLower(text); {
	case word == "accept" && offered && answers:
		return nil
	case word == "accept":
		text = "take"
	case word == "reject" && !offered:
		text = "drop"
	case offered:
		g.Actions = g.Actions[:len(g.Actions)-1]
		if word == "reject" {
			return nil
		}
	}
	a, err := readMove(p, text)
	if err != nil {
		return err
	}
	s.analysis(&a, n)
	g.Actions = append(g.Actions, a)
	s.turn = p.Opponent()
	return nil
}

// analysis reads the analysis of an action.
func (s *sgfReader) analysis(a *Action, n node) {
	words := sgfWords{n.values["A"], n.one("DA"), n.one("LU")}
	if len(words.plays) == 0 && words.cube == "" && words.luck == "" {
		return
	}
	var unread []string
	a.Analysis, unread = sgfAnalysis(&sgfWords{words.plays, words.cube, words.luck}, a, s.match.Length > 0)
	for _, text := range unread {
		s.match.notice(Unreadable, text, n.line)
	}
}

// sgfWordKinds has the actions by the words of SGF. Resign has its value behind it.
var sgfWordKinds = map[string]Kind{
	"double": Double, "redouble": Double, "beaver": Beaver, "raccoon": Beaver,
	"take": Take, "drop": Drop, "pass": Drop, "resign": Resign,
}

// readMove parses an action: dice with pairs of places, or a word, such as resign:2 for
// the offer to lose a gammon.
func readMove(p board.Player, text string) (Action, error) {
	a := Action{Player: p}
	word, value, _ := strings.Cut(strings.ToLower(text), ":")
	if kind, ok := sgfWordKinds[word]; ok {
		a.Kind = kind
		return a, a.setValue(value)
	}
	var err error
	if len(text) >= 2 {
		a.Roll, err = board.ParseRoll(text[:2])
	}
	if len(text) < 2 || len(text)%2 != 0 || len(text) > 2+2*maxSteps || err != nil {
		return a, fmt.Errorf("%q, want a roll with its play such as 31hefe, double, take, drop or resign:1", clip(text))
	}
	a.Steps, err = readPairs(p, text[2:])
	return a, err
}

// setValue sets the value of a resignation, by default that of a single game.
func (a *Action) setValue(text string) error {
	if a.Kind != Resign {
		return nil
	}
	n, err := strconv.Atoi(cmp.Or(text, "1"))
	if err != nil || n < 1 || n > 3 {
		return fmt.Errorf("the resignation of %q, want 1 (single game), 2 (gammon) or 3 (backgammon)", clip(text))
	}
	a.Value = n
	return nil
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
