package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadGnubgText reads matches, games and positions that gnubg exported as text: one
// game a file, or several ones behind each other. It does not read their analysis.
// The player named first becomes [board.PlayerO]. Errors call the file by the name.
func ReadGnubgText(name string, r io.Reader) (*Match, error) {
	return oneMatch(name, r, readGnubgTexts)
}

func readGnubgTexts(name string, r io.Reader) ([]*Match, error) {
	g := gnubgText{collector: newCollector()}
	return g.readAll(name, r, g.line, "no line such as \"The score (after 0 games) is: Ann 0, Bob 0\" in %d lines")
}

// gnubgText is the state of the reader.
type gnubgText struct {
	collector
	id   string     // position ID of the decision
	roll board.Roll // to play, zero for a cube decision
}

var (
	gnubgScore = pattern(`^The score \(after \d+ games?\) is: (.+) (\d+), (.+) (\d+)(?: \(match to (\d+) points?\)(, Crawford game)?.*)?$`)
	gnubgRoll  = pattern(`^Move number \d+: .+ to play ([1-6][1-6])$`)
	gnubgID    = pattern(`\bPosition ID: (\S+)`)
	gnubgMatch = pattern(`^Match ID\s*: (\S+)`)
	gnubgWin   = pattern(`^(.+) wins (\d+) points?$`)
)

func (g *gnubgText) line(text string) error {
	text = strings.TrimSpace(text)
	if found := gnubgScore().FindStringSubmatch(text); found != nil {
		return g.begin(found)
	}
	if g.game == nil {
		return nil
	}
	if found := gnubgID().FindStringSubmatch(text); found != nil {
		g.id = found[1]
	} else if found := gnubgMatch().FindStringSubmatch(text); found != nil {
		return g.decision(found[1])
	} else if strings.HasPrefix(text, "Move number ") {
		g.roll = board.Roll{}
		if found := gnubgRoll().FindStringSubmatch(text); found != nil {
			g.roll, _ = board.ParseRoll(found[1]) // the pattern has valid dice
		}
	} else if deed, found := strings.CutPrefix(text, "* "); found {
		return g.deed(deed)
	} else if found := gnubgWin().FindStringSubmatch(text); found != nil {
		return g.winner(oneLine(found[1]), found[2])
	} else if key, value, found := strings.Cut(text, ": "); found && len(g.game.Actions) == 0 {
		g.info(key, value)
	}
	return nil
}

// begin reads the line of the score, which begins a game.
func (g *gnubgText) begin(found []string) error {
	numbers := [3]int{}
	for i, at := range []int{2, 4, 5} {
		most := maxScore
		if i == 2 {
			most = board.MaxMatchLength
		}
		n, err := strconv.Atoi("0" + found[at])
		if err != nil || n > most {
			return fmt.Errorf("%s in the line of the score, want 0 to %d", found[at], most)
		}
		numbers[i] = n
	}
	names, score := [2]string{oneLine(found[1]), oneLine(found[3])}, [2]int{numbers[0], numbers[1]}
	if g.game != nil && g.match.isOther(names, numbers[2], score) {
		g.endMatch()
		g.collector = g.nextMatch()
	}
	g.match.Names, g.match.Length = names, numbers[2]
	if err := g.newGame(); err != nil {
		return err
	}
	g.game.Score = score
	g.game.Crawford = found[6] != ""
	g.id, g.roll = "", board.Roll{}
	return nil
}

// info reads a line such as "Event: Club night".
func (g *gnubgText) info(key, value string) {
	i := &g.match.Info
	fields := map[string]*string{
		"Date": &i.Date, "Event": &i.Event, "Round": &i.Round, "Place": &i.Place, "Annotator": &i.Annotator, "Comments": &i.Comment,
	}
	if field := fields[key]; field != nil && *field == "" {
		*field = oneLine(value)
	}
}

// decision reads the match ID of a decision, behind its position ID. The first decision
// of a game shows where it begins. A roll remains unplayed if no play follows.
func (g *gnubgText) decision(id string) error {
	if g.isDropped() {
		return nil
	}
	state, err := board.ParseMatchID(id)
	if err != nil {
		return err
	}
	if len(g.game.Actions) == 0 && g.id != "" {
		if err := g.start(&state); err != nil {
			return err
		}
	}
	if !g.roll.Valid() {
		return nil
	}
	return g.add(Action{Kind: Rolled, Player: state.Roller, Roll: g.roll})
}

// start sets the position and the cube with which the game begins, if they are not
// those of a variant's start.
func (g *gnubgText) start(state *board.Match) error {
	rules := &g.match.Rules
	if len(g.match.Games) == 1 {
		rules.Jacoby, rules.JacobyAssumed = state.Jacoby, false
	}
	for _, v := range board.Variants() {
		if start := v.Start(); start.ID() == g.id && state.Cube == 1 {
			rules.Variant = v
			return nil
		}
	}
	pos, err := board.ParseID(g.id, rules.Variant)
	if err != nil {
		return err
	}
	begin := *state
	begin.Dice, begin.Doubled = board.Roll{}, false
	m, err := ofPosition(g.match.Names, pos, &begin, rules.Variant)
	if err != nil {
		return err
	}
	g.game.Cube = m.Games[0].Cube
	for _, a := range m.Games[0].Actions {
		if err := g.add(a); err != nil {
			return err
		}
	}
	return nil
}

// isDropped reports whether a double was refused. gnubg 1.07 then repeats actions of other
// games.
func (g *gnubgText) isDropped() bool {
	a := g.last()
	return a != nil && a.Kind == Drop
}

// deed reads what a player did.
func (g *gnubgText) deed(text string) error {
	if g.isDropped() {
		return nil
	}
	for p, name := range g.match.Names {
		if did, found := strings.CutPrefix(text, name+" "); found {
			if known, err := g.did(board.Player(p), did); known || err != nil {
				return err
			}
		}
	}
	return nil // a line of the analysis
}

// gnubgDeeds has the actions without a play.
var gnubgDeeds = map[string]Kind{
	"doubles": Double, "redoubles": Double, "beavers": Beaver, "raccoons": Beaver, "accepts": Take, "rejects": Drop,
}

// did reads an action. It returns false if there is no such action.
func (g *gnubgText) did(p board.Player, text string) (known bool, err error) {
	word, play, _ := strings.Cut(text, " ")
	if word == "moves" || text == "cannot move" {
		if word != "moves" {
			play = ""
		}
		return true, g.playRolled(p, play)
	}
	kind, known := gnubgDeeds[text]
	if !known {
		return false, nil
	}
	return true, g.add(Action{Kind: kind, Player: p})
}

// winner reads the result of the game.
func (g *gnubgText) winner(name, points string) error {
	n, err := strconv.Atoi(points)
	if err != nil || n > maxWin {
		return fmt.Errorf("a win of %s points, want at most %d", points, maxWin)
	}
	for p, known := range g.match.Names {
		if name == known {
			g.wins(board.Player(p), n)
		}
	}
	return nil
}
