package record

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// root reads the properties of a game's first node. Properties of the match are
// taken from the first game.
func (s *sgfReader) root(n node) error {
	if gm := strings.TrimSpace(n.one("GM")); gm != "6" {
		return fmt.Errorf("the property GM is %q, want 6 (backgammon)", clip(gm))
	}
	info, err := matchInfo(n.values["MI"])
	if err != nil {
		return err
	}
	g := Game{Cube: 1, Score: [2]int{info["ws"], info["bs"]}}
	if err := g.start(n); err != nil {
		return err
	}
	first := len(s.match.Games) == 0
	rules, crawford, err := readRules(n.one("RU"))
	if err != nil {
		return err
	}
	g.Crawford = crawford
	switch {
	case first:
		s.match.Length, s.match.Rules = info["length"], rules
		s.header(n)
	case info["length"] != s.match.Length:
		return fmt.Errorf("a match to %d, want %d as in game 1: one match for each file",
			info["length"], s.match.Length)
	case rules.Variant != s.match.Rules.Variant:
		return fmt.Errorf("the variant is %v, want %v as in game 1", rules.Variant, s.match.Rules.Variant)
	}
	s.match.Games = append(s.match.Games, g)
	return nil
}

func (s *sgfReader) header(n node) {
	m := s.match
	m.Names = [2]string{oneLine(n.one("PW")), oneLine(n.one("PB"))}
	m.Info = Info{
		Event:     oneLine(n.one("EV")),
		Round:     oneLine(n.one("RO")),
		Place:     oneLine(n.one("PC")),
		Date:      withDashes(oneLine(n.one("DT"))),
		Annotator: oneLine(n.one("AN")),
		Comment:   manyLines(n.one("GC")),
		Ratings:   [2]string{oneLine(n.one("WR")), oneLine(n.one("BR"))},
	}
}

// matchInfo parses the values of MI, such as length:7. It skips unknown ones.
func matchInfo(values []string) (map[string]int, error) {
	limits := map[string]int{"length": board.MaxMatchLength, "ws": maxScore, "bs": maxScore}
	info := map[string]int{}
	for _, text := range values {
		name, number, _ := strings.Cut(strings.TrimSpace(text), ":")
		limit, known := limits[name]
		if !known {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n > limit {
			return nil, fmt.Errorf("the property MI has %s at %q, want 0 to %d", name, clip(number), limit)
		}
		info[name] = n
	}
	return info, nil
}

// start reads the cube at the start and the result.
func (g *Game) start(n node) error {
	if text := n.one("CV"); text != "" {
		cube, err := readCube(text)
		if err != nil {
			return err
		}
		g.Cube = cube
	}
	result, err := readResult(n.one("RE"))
	g.Result = result
	return err
}

func readCube(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > board.MaxCube || n&(n-1) != 0 {
		return 0, fmt.Errorf("the property CV is %q, want a power of 2 up to %d", clip(text), board.MaxCube)
	}
	return n, nil
}

// readResult parses W+2 or B+4R. The R of a resignation is not needed: the play
// shows it. Words such as Void, ? or none stand for a game that was not
// finished.
func readResult(text string) (Result, error) {
	nobody := Result{Winner: board.Nobody}
	winner, points, found := strings.Cut(strings.TrimSpace(text), "+")
	if !found {
		return nobody, nil
	}
	p, ok := sgfPlayers[winner]
	points, _, _ = strings.Cut(points, "R")
	if points == "" {
		points = "0" // only the R
	}
	n, err := strconv.Atoi(points)
	if !ok || err != nil || n < 0 || n > maxWin {
		return nobody, fmt.Errorf("the property RE is %q, want a result such as W+2", clip(text))
	}
	return Result{Winner: p, Points: n}, nil
}

// sgfPlayers has the players by their letters in SGF.
var sgfPlayers = map[string]board.Player{"W": board.PlayerO, "B": board.PlayerX}

// sgfVariants has the variants by the words of RU.
var sgfVariants = map[string]board.Variant{
	"Nackgammon":   board.Nackgammon,
	"Hypergammon1": board.Hypergammon1,
	"Hypergammon2": board.Hypergammon2,
	"Hypergammon3": board.Hypergammon3,
}

// readRules parses RU, words separated by colons. It skips unknown words, such
// as those for other games.
func readRules(text string) (rules Rules, crawfordGame bool, err error) {
	for word := range strings.SplitSeq(text, ":") {
		word = strings.TrimSpace(word)
		switch word {
		case "Crawford":
			rules.Crawford = true
		case "CrawfordGame":
			crawfordGame = true
		case "Jacoby":
			rules.Jacoby = true
		case "NoCube":
			rules.NoCube = true
		default:
			if v, ok := sgfVariants[word]; ok {
				rules.Variant = v
			}
		}
	}
	return rules, crawfordGame, nil
}
