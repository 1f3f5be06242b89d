package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadGMD reads a .gmd file, Gibbon's dump of a match. White becomes [board.PlayerO],
// as in SGF. Errors call the file by the name.
func ReadGMD(name string, r io.Reader) (*Match, error) { return oneMatch(name, r, readGMDs) }

func readGMDs(name string, r io.Reader) ([]*Match, error) {
	g := gmdReader{collector: newCollector()}
	g.match.Rules.Crawford = false
	return g.readAll(name, r, g.line, "no line \"Game:\" in %d lines")
}

// gmdReader is the state of the reader.
type gmdReader struct{ collector }

// line reads a line such as "Move:W: 8/4 6/4": a key, for actions a player and perhaps
// a time, and a value.
func (g *gmdReader) line(text string) error {
	text = strings.TrimSpace(text)
	switch {
	case text == "" || text[0] == '#':
		return nil
	case strings.HasPrefix(text, gmdMark):
		if g.game != nil {
			g.endMatch()
			g.collector = g.nextMatch()
			g.match.Rules.Crawford = false
		}
		return nil
	}
	key, rest, found := strings.Cut(text, ":")
	if !found {
		return fmt.Errorf("%q: want a line such as \"Move:W: 8/4 6/4\"", clip(text))
	}
	key, rest = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(rest)
	if known, err := g.property(key, rest); known || err != nil {
		return err
	}
	side, value, _ := strings.Cut(rest, ":")
	if at := strings.LastIndex(value, ":"); key != "player" && key != "rank" && at >= 0 {
		value = value[at+1:] // after the time
	}
	p, err := gmdPlayer(side)
	value = strings.TrimSpace(value)
	switch {
	case key == "roll":
		return g.roll(p, err, value)
	case !gmdActions[key]:
		g.match.notice(Remarks, text, g.lines)
		return nil
	case err != nil:
		return err
	case key == "player":
		g.match.Names[p] = oneLine(value)
		return nil
	case key == "rank":
		g.match.Info.Ratings[p] = oneLine(value)
		return nil
	case g.game == nil:
		return fmt.Errorf("%q: an action before a game", clip(text))
	}
	return g.action(p, key, value)
}

// gmdMark begins a .gmd file.
const gmdMark = "GMD-"

// gmdActions has the keys of lines with a player behind the key.
var gmdActions = map[string]bool{
	"player": true, "rank": true, "move": true, "double": true, "take": true, "drop": true,
	"resign": true, "reject": true, "accept": true,
}

// gmdPlayer parses a side.
func gmdPlayer(text string) (board.Player, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "w", "o", "0", "white":
		return board.PlayerO, nil
	case "b", "x", "1", "black":
		return board.PlayerX, nil
	}
	return board.Nobody, fmt.Errorf("%q, want W or B", clip(text))
}

// property reads a line without player. It reports whether the key is one of those.
func (g *gmdReader) property(key, value string) (known bool, err error) {
	m := g.match
	switch key {
	case "length":
		if n, err := strconv.Atoi(value); err == nil && n > board.MaxMatchLength {
			return true, fmt.Errorf("length is %d, want at most %d", n, board.MaxMatchLength)
		} else if err == nil {
			m.Length = max(n, 0)
		}
	case "rule":
		m.Rules.Crawford = m.Rules.Crawford || strings.EqualFold(value, "crawford")
	case "location":
		m.Info.Place = oneLine(value)
	case "game":
		if err := g.nextGame(); err != nil {
			return true, err
		}
		return true, g.start(value)
	default:
		return false, nil
	}
	return true, nil
}

var gmdSetup = pattern(`(\w+)\s*\{([^{}]*)\}`)

// start reads what is set at the start of a game, such as Points{0 -2 … 0} Dice{5 3}.
func (g *gmdReader) start(text string) error {
	for _, found := range gmdSetup().FindAllStringSubmatch(text, -1) {
		words := strings.Fields(found[2])
		switch strings.ToLower(found[1]) {
		case "points":
			pos, err := gmdBoard(words)
			if err != nil {
				return err
			}
			if err := g.add(Action{Kind: SetBoard, Player: board.PlayerO, Board: pos}); err != nil {
				return err
			}
		case "dice":
		default:
			g.match.notice(Remarks, found[0], g.lines)
		}
	}
	return nil
}

// gmdBoard parses a position: White's bar, the points with Black's checkers as negative
// numbers, and Black's bar.
func gmdBoard(words []string) (*board.Position, error) {
	if len(words) != board.Bar+1 {
		return nil, fmt.Errorf("%d numbers of checkers, want %d", len(words), board.Bar+1)
	}
	pos := &board.Position{}
	for place, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < -board.MaxCheckers || n > board.MaxCheckers {
			return nil, fmt.Errorf("%q checkers, want %d to %d", clip(word), -board.MaxCheckers, board.MaxCheckers)
		}
		switch {
		case place == 0:
			pos.Own[board.Bar] = uint8(max(n, -n))
		case place == board.Bar:
			pos.Opp[board.Bar] = uint8(max(n, -n))
		case n > 0:
			pos.Own[place] = uint8(n)
		default:
			pos.Opp[board.Bar-place] = uint8(-n)
		}
	}
	for _, side := range []*board.Side{&pos.Own, &pos.Opp} {
		side[board.Off] = uint8(max(0, board.MaxCheckers-side.Checkers()))
	}
	return pos, nil
}

// roll reads dice, which the play follows. Without a player, the first die is White's
// and the second Black's: the higher one begins.
func (g *gmdReader) roll(p board.Player, unknown error, text string) error {
	roll, err := board.ParseRoll(strings.ReplaceAll(text, " ", ""))
	switch {
	case err != nil:
		return fmt.Errorf("%q: want a roll such as 3 1", clip(text))
	case g.game == nil:
		return fmt.Errorf("a roll before a game")
	case unknown == nil:
	case roll[0] == roll[1]:
		return nil // they roll again
	case roll[0] > roll[1]:
		p = board.PlayerO
	default:
		p = board.PlayerX
	}
	return g.add(Action{Kind: Rolled, Player: p, Roll: roll})
}

// action reads an action of a player.
func (g *gmdReader) action(p board.Player, key, value string) error {
	switch key {
	case "move":
		return g.playFromOneEnd(p, value)
	case "double":
		return g.add(Action{Kind: Double, Player: p})
	case "take":
		return g.add(Action{Kind: Take, Player: p})
	case "drop":
		return g.add(Action{Kind: Drop, Player: p})
	case "resign":
		a := Action{Kind: Resign, Player: p}
		if err := a.setValue(value); err != nil {
			return err
		}
		return g.add(a)
	case "reject":
		g.withdraw()
	}
	return nil
}
