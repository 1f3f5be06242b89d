package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// root reads the properties of a game's first node. Properties of the match are
// taken from the first game.
func (s *sgfReader) root(n node) error {
	if gm := strings.TrimSpace(n.one("GM")); gm != "6" {
		return fmt.Errorf("the property GM is %q, want 6 (backgammon): this is a record of another game", clip(gm))
	}
	info, err := matchInfo(n.values["MI"])
	if err != nil {
		return err
	}
	g := Game{Cube: 1, Score: [2]int{info["ws"], info["bs"]}}
	if text := n.one("CV"); text != "" {
		if g.Cube, err = readCube(text); err != nil {
			return err
		}
	}
	rules, crawford, err := readRules(n.one("RU"))
	if err != nil {
		return err
	}
	g.Crawford = crawford
	names := [2]string{oneLine(n.one("PW")), oneLine(n.one("PB"))}
	number, numbered := info["game"]
	if m := s.match; len(m.Games) > 0 && (m.isOther(names, info["length"], g.Score) || rules.Variant != m.Rules.Variant ||
		m.Length > 0 && numbered && number <= s.number && g.Score == m.Games[len(m.Games)-1].Score) {
		s.endMatch()
		s.match, s.stated = &Match{}, nil
	}
	s.number = number
	if len(s.match.Games) == 0 {
		s.match.Length, s.match.Rules = info["length"], rules
		s.header(n)
	}
	var known bool
	if g.Result, known = readResult(n.one("RE")); !known {
		s.match.notice(Remarks, "RE["+n.one("RE")+"]", n.line)
	}
	s.match.Games, s.stated = append(s.match.Games, g), append(s.stated, stated{n.one("RE"), n.line})
	return nil
}

// sgfInfo has the texts about a match by their properties.
var sgfInfo = map[string]func(*Match) *string{
	"PW": func(m *Match) *string { return &m.Names[board.PlayerO] },
	"PB": func(m *Match) *string { return &m.Names[board.PlayerX] },
	"WR": func(m *Match) *string { return &m.Info.Ratings[board.PlayerO] },
	"BR": func(m *Match) *string { return &m.Info.Ratings[board.PlayerX] },
	"DT": func(m *Match) *string { return &m.Info.Date },
	"EV": func(m *Match) *string { return &m.Info.Event },
	"RO": func(m *Match) *string { return &m.Info.Round },
	"PC": func(m *Match) *string { return &m.Info.Place },
	"AN": func(m *Match) *string { return &m.Info.Annotator },
}

// header reads what a node of the first game tells about the match and no node before
// it has told. FF[4] allows these properties in any node.
func (s *sgfReader) header(n node) {
	m := s.match
	for name, field := range sgfInfo {
		if text := field(m); *text == "" {
			*text = oneLine(n.one(name))
		}
	}
	m.Info.Date = withDashes(m.Info.Date)
	if m.Info.Comment == "" {
		m.Info.Comment = manyLines(n.one("GC"))
	}
	if n.root {
		m.copyright(n.one("CP"))
	}
}

// matchInfo parses the values of MI, such as length:7. It skips unknown ones.
func matchInfo(values []string) (map[string]int, error) {
	limits := map[string]int{"length": board.MaxMatchLength, "ws": maxScore, "bs": maxScore, "game": maxScore}
	info := map[string]int{}
	for _, text := range values {
		name, number, _ := strings.Cut(strings.ToLower(oneLine(text)), ":")
		name, number = strings.TrimSpace(name), strings.TrimSpace(number)
		limit, known := limits[name]
		if !known || name == "length" && unlimited[number] {
			continue
		}
		n, err := strconv.Atoi(number)
		if name == "game" && (err != nil || n < 0 || n > limit) {
			continue // nothing depends on it alone
		}
		if err != nil || n < 0 || n > limit {
			return nil, fmt.Errorf("the property MI has %s at %q, want 0 to %d", name, clip(number), limit)
		}
		info[name] = n
	}
	return info, nil
}

// unlimited has the lengths of money sessions that are not numbers from 0.
var unlimited = map[string]bool{"": true, "-1": true, "unlimited": true, "money": true}

func readCube(text string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > board.MaxCube || n&(n-1) != 0 {
		return 0, fmt.Errorf("the property CV is %q, want a power of 2 up to %d", clip(text), board.MaxCube)
	}
	return n, nil
}

// sgfResult matches a result such as W+2, B+4R, W+Resign or White+1.
var sgfResult = pattern(`(?i)^([WB])(?:hite|lack)?\s*\+\s*(\d*)(?:\.0*)?\s*(?:R|Resign|T|Time|F|Forfeit)?$`)

// readResult parses a result. It has 0 points if the text has none, as B+Time. How a game
// ended is not needed: the play shows it. Words
// such as Void, ? or none stand for a game that was not finished. It returns false if
// it does not know the form or the points are too many.
func readResult(text string) (Result, bool) {
	result := Result{Winner: board.Nobody}
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "+") {
		return result, true
	}
	found := sgfResult().FindStringSubmatch(text)
	if found == nil {
		return result, false
	}
	n, err := strconv.Atoi(cmp.Or(found[2], "0"))
	if err != nil || n > maxWin {
		return result, false
	}
	return Result{Winner: sgfPlayers[strings.ToUpper(found[1])], Points: n}, true
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
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(":;, \t\n", c) }) {
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
