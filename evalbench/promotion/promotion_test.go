package promotion

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// model returns a small random model with some provenance.
func model(t testing.TB, seed uint64, variant board.Variant) *nets.Model {
	t.Helper()
	net := enginetest.RandomNet(t, 4, seed)
	m := nets.NewModel(net, variant)
	m.Provenance["config"] = `{"seed":1}`
	return m
}

// contest returns a contest of two models.
func contest(t testing.TB) *Contest {
	t.Helper()
	return must.Get(NewContest(model(t, 1, board.Backgammon), model(t, 2, board.Backgammon)))(t)
}

// better returns the record of a test that has found the candidate better.
func better(t testing.TB) *tournament.Record {
	t.Helper()
	criterion := tournament.Criterion{Equity: tournament.EquityBounds{0, 0.1}, Alpha: 0.05, Beta: 0.05}
	h := criterion.Hypotheses().Hypotheses
	trial := evalbench.SPRT{Hypotheses: h, Scale: 3}
	var points evalbench.Sample
	for i := 0; trial.Decision() == evalbench.Undecided && i < 1000; i++ {
		x := float64(i%3) - 0.5
		trial.Add(x)
		points.Add(x)
	}
	if trial.Decision() != evalbench.AcceptH1 {
		t.Fatalf("decision %v after %d pairs", trial.Decision(), points.N())
	}
	lower, upper := h.Bounds()
	a, b := contest(t).Players(nil)
	test := tournament.Test{A: a, B: b, Criterion: criterion, Conditions: evalbench.Conditions{Seed: 3}}
	return test.Record(&tournament.Verdict{
		Decision: evalbench.AcceptH1, LLR: trial.LLR(), Lower: lower, Upper: upper,
		Pairs: points.N(), Points: points.Summary(), Share: points.Summary(), SD: points.StdDev(), Superiority: 1,
	})
}

func TestEvidenceIsReadBack(t *testing.T) {
	c, r := contest(t), better(t)
	promoted := must.Get(c.Promoted(r, "2026-01-31"))(t)
	file := must.Get(promoted.Encode())(t)
	read := must.Get(nets.Decode(file))(t)
	e, err := Of(read)
	if err != nil || e == nil {
		t.Fatalf("evidence %v, error %v", e, err)
	}
	if !reflect.DeepEqual(e.Test, r) || e.Date != "2026-01-31" || e.Candidate != c.digests[0] || e.Replaced != c.digests[1] {
		t.Errorf("evidence %+v with test %+v, want test %+v", e, e.Test, r)
	}
	if read.Provenance["config"] != c.candidate.Provenance["config"] || len(read.Provenance) != 2 {
		t.Errorf("provenance %v, want that of the candidate and the evidence", read.Provenance)
	}
	if _, ok := c.candidate.Provenance[Key]; ok {
		t.Error("the candidate itself was given evidence")
	}
	if e, err := Of(c.candidate); e != nil || err != nil {
		t.Errorf("evidence %v, error %v of a model that has none", e, err)
	}
}

// The evidence in shipped nets is valid; default has some.
func TestEvidenceOfShippedNets(t *testing.T) {
	for _, name := range nets.Shipped() {
		e := must.Get(Of(must.Get(nets.LoadShipped(name))(t)))(t)
		if name == nets.DefaultNet && (e == nil || e.Test.Bearoff.Name != "two-sided 6x6 cubeful, one-sided 6x15") {
			t.Errorf("%s: evidence %+v", name, e)
		}
	}
}

// TestPromotedAgain checks that evidence is no part of a model: a candidate
// with evidence is the same candidate and plays the same games.
func TestPromotedAgain(t *testing.T) {
	c := contest(t)
	promoted := must.Get(c.Promoted(better(t), ""))(t)
	again := must.Get(NewContest(promoted, c.replaced))(t)
	if again.digests != c.digests {
		t.Errorf("digests %v with evidence, %v without", again.digests, c.digests)
	}
	if _, err := NewContest(c.candidate, promoted); !errors.Is(err, ErrSame) {
		t.Errorf("error %v for a candidate that has the place already, want %v", err, ErrSame)
	}
}

func TestNewContestRefuses(t *testing.T) {
	one := model(t, 1, board.Backgammon)
	must.Fail(t, must.Err(NewContest(one, model(t, 2, board.Nackgammon))), "nackgammon")
	other := model(t, 1, board.Backgammon)
	other.Provenance["seed"] = "2"
	if _, err := NewContest(one, other); !errors.Is(err, ErrSame) {
		t.Errorf("error %v for the same weights, want %v", err, ErrSame)
	}
}

// TestPromotedRefuses tries records with a single fault each.
func TestPromotedRefuses(t *testing.T) {
	small := 0.1
	for _, test := range []struct {
		want  string
		spoil func(r *tournament.Record)
	}{
		{"decision", func(r *tournament.Record) { r.Decision = "H0" }},
		{"decision", func(r *tournament.Record) { r.Decision = "undecided" }},
		{"llr is 0.1", func(r *tournament.Record) { r.LLR = &small }},
		{"llr is unknown", func(r *tournament.Record) { r.LLR = nil }},
		{"equal players could pass", func(r *tournament.Record) { r.E0 = -0.1 }},
		{"equal players could pass", func(r *tournament.Record) { r.Unit = tournament.Share }},
		{"the lower first", func(r *tournament.Record) { r.E1 = 0 }},
		{"alpha", func(r *tournament.Record) { r.Alpha = 0.7 }},
		{"bounds of the ratio", func(r *tournament.Record) { r.Alpha = 0.01 }},
		{"games in", func(r *tournament.Record) { r.Games++ }},
		{"no score", func(r *tournament.Record) { r.PPG.Value = nil }},
		{"outside its interval", func(r *tournament.Record) { r.PPG.Low = r.PPG.High }},
		{"want backgammon", func(r *tournament.Record) { r.Variant = board.Hypergammon3 }},
		{`"pubeval"`, func(r *tournament.Record) { r.B = "pubeval" }},
	} {
		r := better(t)
		test.spoil(r)
		must.Fail(t, must.Err(contest(t).Promoted(r, "")), test.want)
	}
	must.Fail(t, must.Err(contest(t).Promoted(better(t), "yesterday")), "yesterday")
}

// TestEvidenceOfAnother puts evidence where it does not belong.
func TestEvidenceOfAnother(t *testing.T) {
	promoted := must.Get(contest(t).Promoted(better(t), ""))(t)
	thief := model(t, 5, board.Backgammon)
	thief.Provenance[Key] = promoted.Provenance[Key]
	must.Fail(t, must.Err(Of(thief)), "this model without it has the digest")
	retouched := without(promoted)
	retouched.Provenance["config"] = `{"seed":2}`
	retouched.Provenance[Key] = promoted.Provenance[Key]
	if _, err := Of(retouched); err == nil {
		t.Error("other metadata pass for the candidate's")
	}
	e := must.Get(Of(promoted))(t)
	for _, digest := range []string{"", e.Replaced[:63], e.Replaced[:62] + "xy", e.Candidate} {
		bad := *e
		bad.Replaced = digest
		text := must.Get(json.Marshal(&bad))(t)
		promoted.Provenance[Key] = string(text)
		must.Fail(t, must.Err(Of(promoted)), "replaced is", digest)
	}
}

func TestReplace(t *testing.T) {
	c := contest(t)
	promoted := must.Get(c.Promoted(better(t), ""))(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "best.safetensors")
	save := func(m *nets.Model) []byte {
		must.OK(t, m.Save(path))
		return must.Get(os.ReadFile(path))(t)
	}
	old := save(c.replaced)
	must.OK(t, c.Writable(path, true))
	kept, err := c.Replace(path, promoted, true)
	if err != nil || kept != filepath.Join(dir, "best-"+c.digests[1][:12]+".safetensors") || !bytes.Equal(must.Get(os.ReadFile(kept))(t), old) {
		t.Fatalf("kept %q, error %v", kept, err)
	}
	want := must.Get(promoted.Encode())(t)
	if !bytes.Equal(must.Get(os.ReadFile(path))(t), want) {
		t.Error("the file is not that of the promoted model")
	}
	must.Fail(t, must.Err(c.Replace(path, promoted, true)), "it now contains the net")
	save(c.replaced)
	if _, err := c.Replace(path, promoted, true); err != nil {
		t.Errorf("error %v when what is to be kept is kept already", err)
	}
	save(c.replaced)
	must.OK(t, os.WriteFile(kept, []byte("mine"), 0o666))
	must.Fail(t, c.Writable(path, true), "exists with other content")
	if _, err := c.Replace(path, promoted, true); err == nil || !strings.Contains(err.Error(), "exists with other content") || !bytes.Equal(must.Get(os.ReadFile(path))(t), old) {
		t.Errorf("error %v when another file has the name, and the old net must be there", err)
	}
	if kept, err := c.Replace(path, promoted, false); kept != "" || err != nil || !bytes.Equal(must.Get(os.ReadFile(path))(t), want) {
		t.Errorf("kept %q, error %v, want nothing kept", kept, err)
	}
	must.OK(t, os.WriteFile(path, []byte("no model"), 0o666))
	must.Fail(t, must.Err(c.Replace(path, promoted, false)), path)
}

// FuzzEvidence reads any text without a panic, and accepted evidence is
// accepted again after writing.
func FuzzEvidence(f *testing.F) {
	promoted, err := contest(f).Promoted(better(f), "")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(promoted.Provenance[Key])
	f.Add(`{"candidate":"","test":null}`)
	f.Add(`{"test":{"unit":"ppg","e0":0,"e1":1,"alpha":0.05,"beta":0.05}}`)
	f.Add(`{} {}`)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := parse(text)
		if err != nil {
			return
		}
		again := must.Get(json.Marshal(e))(t)
		if second, err := parse(string(again)); err != nil || !reflect.DeepEqual(second, e) {
			t.Errorf("%s: written again %s, error %v", text, again, err)
		}
	})
}
