package record

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// ending is the way in which a writer says that a player resigned.
type ending int

const (
	silent  ending = iota // only the line of the winner
	losses                // Losses 1 point, in the loser's column
	marks                 // 43: ????, after a roll
	noDice                // 00: ????, before it
	alone                 // ????
	concede               // 43: Concedes
	givesUp               // Gives up
)

// habits are those of a program or site that writes .mat files.
type habits struct {
	name      string
	header    string // before the length of the match
	game      string // before the number of a game
	heading   int    // width of the first name with its score
	number    string // form of the number of a line
	cell      int    // width of the left cell
	bar, off  string
	counts    bool   // equal moves are counted, as in 13/7(2)
	hits      bool   // hits are marked
	noMove    string // instead of a play
	double    string // with a verb for the cube
	take      string
	drop      string
	point     [2]string // one point, and more
	match     string    // behind the points that win the match
	capped    bool      // points are at most those that the winner needs
	inRow     bool      // the winner stands in a numbered line
	endings   []ending
	name0     string // form of a name, with its rating
	colon     string
	ends      string // of lines
	encode    func(string) string
	lineAfter string // between games
}

func same(text string) string { return text }

func utf16Text(text string) string { return wide("\uFEFF"+text, binary.LittleEndian) }

func latin1(text string) string { return strings.ReplaceAll(text, "ë", "\xEB") }

// writers are the habits, as files of the programs and sites show them.
var sites = []habits{
	{name: "Galaxy", header: "; [Site \"BackgammonGalaxy\"]\n; [Player 1 \"Ann\"]\n; [Player 2 \"Zoë\"]\n; [CubeLimit \"1024\"]\n\n", game: " Game ",
		heading: 32, number: "%3d) ", cell: 31, bar: "25", off: "0", double: " Doubles => %d", take: " Takes", drop: " Drops", point: [2]string{"point", "point"},
		match: " and the match", capped: true, endings: []ending{losses}, name0: "%s", colon: " : ", ends: "\n", encode: same},
	{name: "Studio", header: "; [Site \"Backgammon Studio\"]\n; [Variation \"Backgammon\"]\n; [ClockType \"Live8 780/10\"]\n\n", game: " Game ", heading: 39,
		number: "  %d) ", cell: 38, bar: "bar", off: "off", counts: true, hits: true, noMove: "Cannot Move", double: " Doubles => %d", take: " Takes", drop: " Drops",
		point: [2]string{"point", "point"}, inRow: true, endings: []ending{marks, noDice}, name0: "%s", colon: " : ", ends: "\r\n", encode: same, lineAfter: "\n"},
	{name: "GridGammon", game: " Game ", heading: 33, number: "%3d) ", cell: 31, bar: "25", off: "0", double: " Doubles => %d", take: " Takes", drop: " Drops",
		point: [2]string{"point", "points"}, endings: []ending{silent, concede}, name0: "%s,1706", colon: " : ", ends: "\n", encode: latin1},
	{name: "XG", header: "; [Site \"\"]\n; [Player 1 \"Zoë\"]\n; [Player 2 \"Ann\"]\n; [Player 1 Elo \"1600.00/0\"]\n\n", game: " Game ", heading: 32, number: "%3d) ", cell: 31,
		bar: "Bar", off: "Off", counts: true, hits: true, noMove: "Cannot Move", double: " Doubles => %d", take: " Takes", drop: " Drops",
		point: [2]string{"point", "point"}, endings: []ending{silent, marks}, name0: "%s", colon: " : ", ends: "\r\n", encode: func(text string) string { return "\uFEFF" + text }},
	{name: "OpenGammon", header: "; [Site \"OpenGammon\"]\n\n", game: " Game ", heading: 45, number: "%3d) ", cell: 45, bar: "25", off: "0",
		double: "Doubles => %d", take: "Takes", drop: "Drops", point: [2]string{"point", "points"}, match: " and the match", capped: true,
		endings: []ending{silent}, name0: "%s", colon: ": ", ends: "\n", encode: same},
	{name: "choue", game: "Game ", heading: 30, number: "%d) ", cell: 29, bar: "bar", off: "off", counts: true, double: "Doubles ==> %d", take: "Takes", drop: "Drops",
		point: [2]string{"point", "point"}, endings: []ending{marks}, name0: "%s", colon: ": ", ends: "\n", encode: same},
	{name: "client of FIBS", game: "Game ", heading: 30, number: "%3d)", cell: 32, bar: "bar", off: "off", noMove: "can't move", double: "doubles to %d", take: "accepts", drop: "rejects",
		point: [2]string{"point", "points"}, endings: []ending{givesUp, alone}, name0: "%s (1706.45)", colon: " : ", ends: "\r", encode: same},
	{name: "BGBlitz", game: " Game ", heading: 33, number: "%3d) ", cell: 30, bar: "bar", off: "off", hits: true, noMove: "no move", double: " Doubles => %d", take: " Takes", drop: " Drops",
		point: [2]string{"point", "points"}, match: " and the match", endings: []ending{silent}, name0: "%s", colon: " : ", ends: "\r\n", encode: utf16Text},
	{name: "tool with points", header: "; [Site \"x\"]\n\n", game: "Game ", heading: 34, number: "%d. ", cell: 30, bar: "bar", off: "off", double: "Doubles => %d", take: "Takes", drop: "Drops",
		point: [2]string{"point", "points"}, match: " and the match", inRow: true, endings: []ending{losses}, name0: "%s", colon: " : ", ends: "\n", encode: same},
}

// page is a text in two columns.
type page struct {
	*habits
	text   strings.Builder
	row    int
	at     board.Player        // column of the last cell
	change func(string) string // of a cell, nil for none
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

// add writes the cell of a player.
func (p *page) add(player board.Player, text string) {
	if p.change != nil {
		text = p.change(text)
	}
	if p.row == 0 || p.at == board.PlayerX || p.at == player {
		p.endRow()
		p.row++
		fmt.Fprintf(&p.text, p.number, p.row)
		p.at = board.Nobody
	}
	switch {
	case player == board.PlayerO:
		fmt.Fprintf(&p.text, "%-*s", p.cell, text)
		text = ""
	case p.at == board.Nobody:
		p.text.WriteString(strings.Repeat(" ", p.cell))
	}
	if player == board.PlayerX {
		p.text.WriteString(" " + text)
	}
	p.at = player
}

func (p *page) endRow() {
	if p.row > 0 && p.at != board.Nobody {
		p.text.WriteString("\n")
	}
}

// write returns a match as the writer writes it. change changes a cell, if it is not nil.
func (h *habits) write(m *Match, change func(string) string) string {
	p := page{habits: h, change: change}
	p.text.WriteString(h.header)
	p.line("%d point match\n", m.Length)
	for i := range m.Games {
		p.writeGame(m, i)
		p.text.WriteString("\n" + h.lineAfter)
	}
	return h.encode(strings.ReplaceAll(p.text.String(), "\n", h.ends))
}

func (p *page) writeGame(m *Match, i int) {
	g := &m.Games[i]
	p.row, p.at = 0, board.Nobody
	p.line("%s%d", p.game, i+1)
	var names [2]string
	for k := range names {
		names[k] = fmt.Sprintf(p.name0+p.colon+"%d", m.Names[k], g.Score[k])
	}
	p.line(" %-*s%s", p.heading, names[0]+"  ", names[1])
	r := m.Replay(i)
	for r.Next() {
		a := &r.Action
		switch a.Kind {
		case Move:
			p.add(a.Player, a.Roll.String()+": "+p.play(r))
		case Double, Beaver:
			text := fmt.Sprintf(p.double, 2*r.Match.Cube)
			if a.Kind == Beaver {
				text = strings.NewReplacer("D", "B", "d", "b", "oubles", "eavers").Replace(fmt.Sprintf(p.double, 4*r.Match.Cube))
			}
			p.add(a.Player, text)
		case Take:
			p.add(a.Player, p.take)
		case Drop:
			p.add(a.Player, p.drop)
		}
	}
	p.end(m, g, i)
}

// play returns the moves of a roll.
func (p *page) play(r *Replay) string {
	steps := r.written()
	if len(steps) == 0 {
		return p.noMove
	}
	text := plainText(r.Position, steps)
	if !p.hits {
		text = strings.ReplaceAll(text, "*", "")
	}
	place := func(name, word string) string {
		if number, mark := strings.CutSuffix(name, "*"); number == "25" && word == p.bar || number == "0" && word == p.off {
			return word + map[bool]string{true: "*"}[mark]
		}
		return name
	}
	words := strings.Fields(text)
	for i, word := range words {
		from, to, _ := strings.Cut(word, "/")
		words[i] = place(from, p.bar) + "/" + place(to, p.off)
	}
	if !p.counts {
		return strings.Join(words, " ")
	}
	var counted []string
	for len(words) > 0 {
		n := 1
		for n < len(words) && words[n] == words[0] {
			n++
		}
		if words[0] += fmt.Sprintf("(%d)", n); n == 1 {
			words[0] = strings.TrimSuffix(words[0], "(1)")
		}
		counted, words = append(counted, words[0]), words[n:]
	}
	return strings.Join(counted, " ")
}

// end writes the end of a game.
func (p *page) end(m *Match, g *Game, i int) {
	winner, points := g.Result.Winner, p.points(m, g)
	words := fmt.Sprintf("Wins %d %s", points, p.point[min(points, 2)-1])
	if m.Length > 0 && g.Score[winner]+points >= m.Length {
		words += p.match
	}
	how := silent
	if last := len(g.Actions) - 1; g.Actions[last].Kind == Resign {
		how = p.endings[i%len(p.endings)]
	}
	change := p.change
	p.change = nil
	defer func() { p.change = change }()
	loser := winner.Opponent()
	const roll = "43"
	switch how {
	case losses:
		p.add(loser, fmt.Sprintf(" Losses %d %s", points, p.point[min(points, 2)-1]))
		if loser == board.PlayerO {
			p.add(winner, strings.Repeat(" ", 30)+words)
			p.line("")
			return
		}
	case marks:
		p.add(loser, roll+": ????")
	case noDice:
		p.add(loser, "00: ????")
	case alone:
		p.add(loser, "????")
	case concede:
		p.add(loser, roll+": Concedes")
	case givesUp:
		p.add(loser, "Gives up")
	}
	if p.inRow {
		p.add(winner, " "+words)
		p.line("")
		return
	}
	p.endRow()
	p.line("%s%s", strings.Repeat(" ", []int{6, p.cell + 3}[winner]), words)
}

// points returns the points as the writer states them.
func (h *habits) points(m *Match, g *Game) int {
	if h.capped && m.Length > 0 {
		return min(g.Result.Points, m.Length-g.Score[g.Result.Winner])
	}
	return g.Result.Points
}

// generated are 200 games: matches and money sessions with cube actions and resignations.
func generated() (all []*Match) {
	games := 0
	for seed := uint64(1); games < 200; seed++ {
		length := []int{0, 1, 3, 5, 7, 11}[seed%6]
		m := randomMatch(rand.New(rand.NewPCG(seed, 46)), length, min(20, 200-games), Rules{Crawford: length > 0, Jacoby: length == 0})
		m.Names, m.Info = [2]string{"Ann", "Zoë"}, Info{}
		all, games = append(all, m), games+len(m.Games)
	}
	return all
}

// played returns the actions of a game without dice that were not played, whose number
// depends on the writer, and without the value of a resignation, which follows from the
// points.
func played(g *Game) (all []string) {
	actions := slices.DeleteFunc(slices.Clone(g.Actions), func(a Action) bool { return a.Kind == Rolled })
	if n := len(actions); n > 1 && actions[n-1].Kind == Resign && actions[n-2].Kind == Move && len(actions[n-2].Steps) == 0 {
		actions = slices.Delete(actions, n-2, n-1) // nor could the dice be played
	}
	for i := range actions {
		actions[i].Comment = ""
		if actions[i].Kind == Resign {
			actions[i].Value = 0
		}
		steps := slices.Clone(actions[i].Steps) // counted moves change their order
		slices.SortFunc(steps, func(a, b board.Step) int { return 32*int(b.From) + int(b.To) - 32*int(a.From) - int(a.To) })
		actions[i].Steps = steps
		all = append(all, short(actions[i:i+1]))
	}
	return all
}

func checkGames(t *testing.T, what string, got, want *Match, points func(*Match, *Game) int) {
	t.Helper()
	if err := got.Validate(); err != nil || len(got.Games) != len(want.Games) || got.Names != want.Names || got.Length != want.Length {
		t.Errorf("%s: %d games of %q to %d, %v, want %d of %q to %d", what, len(got.Games), got.Names, got.Length, err, len(want.Games), want.Names, want.Length)
		return
	}
	for i := range want.Games {
		g, w := &got.Games[i], &want.Games[i]
		result := Result{Winner: w.Result.Winner, Points: points(want, w)}
		a, b := played(g), played(w)
		if g.Result != result || g.Score != w.Score {
			t.Errorf("%s, game %d: got %v at %v, want %v at %v", what, i+1, g.Result, g.Score, result, w.Score)
			return
		}
		for k := range max(len(a), len(b)) {
			if k >= len(a) || k >= len(b) || a[k] != b[k] {
				t.Errorf("%s, game %d: got %v from action %d on, want %v", what, i+1, a[min(k, len(a)):min(k+3, len(a))], k+1, b[min(k, len(b)):min(k+3, len(b))])
				return
			}
		}
	}
}

// Whatever program or site writes a match, the same games are read.
func TestHabitsOfWriters(t *testing.T) {
	for i, m := range generated() {
		for k := range sites {
			h := &sites[k]
			got := must.Get(Read(h.name, strings.NewReader(h.write(m, nil))))(t)
			checkGames(t, fmt.Sprintf("%s, match %d", h.name, i), got, m, h.points)
		}
		for name, write := range map[string]writer{"gnubg": WriteMat, "Snowie": WriteSnowie, "SGF of gnubg": WriteSGF, "XG's binary": WriteXG} {
			if name == "XG's binary" && hasManyBeavers(m) {
				continue
			}
			got := must.Get(Read(name, strings.NewReader(mustWrite(t, write, m))))(t)
			checkGames(t, fmt.Sprintf("%s, match %d", name, i), got, m, new(habits).points)
		}
		checkGames(t, fmt.Sprintf("oldmoves, match %d", i), must.Get(Read("old", strings.NewReader(asOldMoves(m))))(t), m, new(habits).points)
	}
}

// hasManyBeavers reports whether a match has doubles that .xg files cannot hold.
func hasManyBeavers(m *Match) bool { return WriteXG(&strings.Builder{}, m) != nil }

// strange are words that stand in cells of records.
var strange = []string{"banana", "Losses 1 point", "hmm...", "resigned?", "timeout", "wow!", "Zoë", "(thinks)", "1 2 3", "x", "[note]", "Dave left"}

// A random word in a random cell changes no game. It is in the notice and the comment of an
// action.
func TestRandomWordsInCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(46, 46))
	for i, m := range generated() {
		for k := range sites {
			h := &sites[k]
			cells := 0
			h.write(m, func(cell string) string { cells++; return cell })
			at, word, before := rng.IntN(cells), strange[rng.IntN(len(strange))], rng.IntN(2) == 0
			text := h.write(m, func(cell string) string {
				if at--; at != -1 {
					return cell
				}
				if before {
					return word + " " + strings.TrimLeft(cell, " ")
				}
				return cell + " " + word
			})
			got := must.Get(Read(h.name, strings.NewReader(text)))(t)
			what := fmt.Sprintf("%s, match %d with %q", h.name, i, word)
			checkGames(t, what, got, m, h.points)
			if !strings.Contains(remarksOf(got), fmt.Sprintf("%q", word)) || !strings.Contains(comments(got), word) {
				t.Errorf("%s: the remarks are %s", what, remarksOf(got))
			}
		}
	}
}

// comments returns the comments on actions.
func comments(m *Match) string {
	var all []string
	for i := range m.Games {
		for _, a := range m.Games[i].Actions {
			all = append(all, a.Comment)
		}
	}
	return strings.Join(all, "\n")
}

// asOldMoves returns a match as FIBS prints it.
func asOldMoves(m *Match) string {
	var s strings.Builder
	length := fmt.Sprintf("a %d point", m.Length)
	if m.Length == 0 {
		length = "an unlimited"
	}
	for i := range m.Games {
		g := &m.Games[i]
		x := board.Player(i % 2) // the player of the X checkers
		fmt.Fprintf(&s, "Score is %d-%d in %s match.\n%s is X - %s is O\n", g.Score[x], g.Score[x.Opponent()], length, m.Names[x], m.Names[x.Opponent()])
		who := func(p board.Player) string { return []string{"X", "O"}[p^x] }
		for _, a := range g.Actions {
			did := map[Kind]string{Double: "doubles.", Beaver: "doubles.", Take: "accepts.", Drop: "rejects.", Resign: "wants to resign."}[a.Kind]
			if a.Kind == Move {
				did = fmt.Sprintf("(%c %c) %s", a.Roll.String()[0], a.Roll.String()[1], strings.NewReplacer("/", "-", "25", "bar").Replace(stepWords(a.Steps)))
				did = strings.ReplaceAll(did+" ", "-0 ", "-home ")
			}
			fmt.Fprintf(&s, "%s: %s\n", who(a.Player), strings.TrimSpace(did))
			if a.Kind == Resign {
				fmt.Fprintf(&s, "%s: accepts.\n", who(a.Player.Opponent()))
			}
		}
		fmt.Fprintf(&s, "%s: wins %d points.\n\n", who(g.Result.Winner), g.Result.Points)
	}
	return s.String()
}
