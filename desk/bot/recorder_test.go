package bot_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/desk/bot"
	"gammonlab/engine/protocol"
	"gammonlab/internal/must"
)

// playMatch plays a match at random and shows it to see: each state before a roll,
// after it, with a double on offer and after the take.
func playMatch(rng *rand.Rand, length int, see func(*bot.View), win func(board.Player, int)) (games int) {
	s := game.New(game.Rules{Length: length, Crawford: true})
	dice := board.NewDice(rng)
	for ; !s.MatchOver(); games++ {
		if games > 0 {
			s.NextGame()
		}
		view := func() { see(&bot.View{Question: protocol.Question{Position: s.Position, Match: s.Match}}) }
		for s.Thrown = true; !s.Over(); {
			if rng.IntN(8) == 0 && s.Double() == nil {
				view()
				if rng.IntN(4) == 0 {
					s.Drop()
					break
				}
				s.Take()
				view()
			}
			s.Throw(dice)
			view()
			plays := board.Plays(s.Position, s.Match.Dice)
			if rng.IntN(200) == 0 && s.Resign(s.Match.Roller, 1) == nil {
				break
			}
			if len(plays) == 0 {
				s.Play(s.Position.Swap())
			} else {
				s.Play(plays[rng.IntN(len(plays))].Result)
			}
			if !s.Over() {
				view()
			}
		}
		win(s.Result.Winner, s.Result.Points)
	}
	return games
}

// The record of a match that a server shows is legal throughout, and no board
// has to be set, also if the recorder is resumed from a file.
func TestRecorder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		r := bot.NewRecorder("opponent", "me", 5, "2026-11-22")
		games := playMatch(rng, 5, func(v *bot.View) {
			r.See(v)
			if rng.IntN(10) == 0 {
				var file bytes.Buffer
				must.OK(t, record.WriteMat(&file, r.Match()))
				r = bot.ResumeRecorder(must.Get(record.ReadMat("match", &file))(t))
				r.See(v)
			}
		}, func(p board.Player, points int) { r.Win(p, points) })
		m := r.Match()
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		if len(m.Games) != games {
			t.Errorf("%d games recorded of %d", len(m.Games), games)
		}
		if err := record.WriteMat(new(bytes.Buffer), m); err != nil {
			t.Error(err)
		}
	}
}

// A recorder that misses most of the boards of a server sets boards, and the
// record is still legal.
func TestRecorderMisses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	set := 0
	for range 20 {
		r := bot.NewRecorder("opponent", "me", 5, "2026-11-22")
		playMatch(rng, 5, func(v *bot.View) {
			if rng.IntN(10) == 0 {
				r.See(v)
			}
		}, func(board.Player, int) {})
		m := r.Match()
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		must.OK(t, record.WriteSGF(&file, m))
		for _, g := range m.Games {
			for _, a := range g.Actions {
				if a.Kind == record.SetBoard {
					set++
				}
			}
		}
	}
	if set < 100 {
		t.Errorf("%d boards were set", set)
	}
}

// A table saves after each action, and a new table continues with the file.
func TestTableSaves(t *testing.T) {
	dir := t.TempDir()
	newTable := func() *bot.Table {
		return &bot.Table{Saver: must.Get(bot.NewSaver(dir, "mat"))(t), Results: new(bot.Results), Log: t.Logf}
	}
	table := newTable()
	rng := rand.New(rand.NewPCG(7, 2))
	begin := func() { table.Begin("A: b/c", "me", 3) }
	begin()
	playMatch(rng, 3, func(v *bot.View) {
		table.See(v)
		if rng.IntN(10) == 0 && v.Position != board.Backgammon.Start() {
			table = newTable()
			begin()
			table.See(v)
		}
	}, table.Win)
	files := must.Get(os.ReadDir(dir))(t)
	if len(files) != 1 || !strings.HasSuffix(files[0].Name(), "-A__b_c-3.mat") {
		t.Errorf("got %v, want one file", files)
	}
	for _, f := range files {
		data := must.Get(os.ReadFile(filepath.Join(dir, f.Name())))(t)
		if m := must.Get(record.ReadMat(f.Name(), bytes.NewReader(data)))(t); m.Validate() != nil {
			t.Errorf("%s: %v", f.Name(), m.Validate())
		}
	}
}
