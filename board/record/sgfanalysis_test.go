package record

import (
	"strings"
	"testing"

	"gammonlab/board"
)

// gnubg saved the file: evaluations of plays and cube decisions, and in the second turn
// rollouts of both.
func TestReadSGFAnalysis(t *testing.T) {
	actions := load(t, "rolledout.sgf").Games[0].Actions
	first := actions[0].Analysis
	if first.Source != "GNU Backgammon" || first.Cube != nil || *first.Luck != 0.2433 || len(first.Plays) != 16 {
		t.Errorf("analysis of the first roll: %+v, luck %v, %d plays", first, *first.Luck, len(first.Plays))
	}
	sameAnalysis(t, &Analysis{Plays: first.Plays[:1]}, &Analysis{Plays: []Candidate{{
		[]board.Step{{From: 8, To: 5}, {From: 6, To: 5}},
		Estimate{"0-ply", 0.243305, 0.550952, 0.173708, 0.012809, 0.124388, 0.005021},
	}}})
	second := actions[1].Analysis
	sameAnalysis(t, &Analysis{Plays: second.Plays[2:3], Cube: second.Cube}, &Analysis{
		Plays: []Candidate{{
			[]board.Step{{From: 13, To: 8}, {From: 6, To: 4}},
			Estimate{"0-ply", -0.473045, 0.399601, 0.102558, 0.005841, 0.199137, 0.014747},
		}},
		Cube: &CubeEstimate{
			Estimate{"rollout of 36 games", 0.4737725854, 0.447567, 0.116866, 0.005028, 0.169903, 0.007546},
			0.4171547294, 1, true,
		},
	})
	if second.Plays[0].Level != "rollout of 36 games" || second.Plays[0].Equity != -0.3639217317 {
		t.Errorf("rolled out play %+v", second.Plays[0])
	}
	double, take := actions[2], actions[3]
	if double.Kind != Double || double.Analysis.Cube.DoubleTake != 0.539106 || double.Analysis.Luck != nil || take.Analysis != nil {
		t.Errorf("double with %+v, answer with %+v", double.Analysis, take.Analysis)
	}
}

// A money session has equities, and evaluations may be without the cube.
func TestReadSGFMoneyAnalysis(t *testing.T) {
	m, err := ReadSGF("test", strings.NewReader("(;GM[6];W[31hefe]A[0][hefe E ver 3 .55 .17 .01 .12 .01 .2 1 0 1 0.0 1]"+
		";B[double]DA[E ver 3 2C 1 0.0 1 .9 .1 0 0 0 .95 .96 .9 .1 0 0 0 .95 1.8])"))
	if err != nil {
		t.Fatal(err)
	}
	actions := m.Games[0].Actions
	if got := actions[0].Analysis.Plays[0].Level; got != "1-ply cubeless" {
		t.Errorf("level %q", got)
	}
	sameAnalysis(t, actions[1].Analysis, &Analysis{Source: gnubgSource, Cube: &CubeEstimate{
		Estimate{"2-ply", 0.96, 0.9, 0.1, 0, 0, 0}, 1.8, 1, false,
	}})
}

func TestReadSGFAnalysisErrors(t *testing.T) {
	for _, tt := range []struct{ property, want string }{
		{"A[0][]", "the property A: an empty value"},
		{"A[0][hef E ver 3 1 1 1 1 1 1 1C]", `the property A: "hef", want up to 4 pairs`},
		{"A[0][hefe E ver 3 1 1 1 1 1]", "the play hefe: 5 numbers, want 6"},
		{"A[0][hefe E ver 3 1 1 1 x 1 1]", `the play hefe: "x", want a number`},
		{"A[0][hefe X ver 3 Trials 1 Output 1 1 1 1 1 1 1]", "the play hefe: a rollout without Score"},
		{"DA[E ver 3 0C]", "the property DA: 0 numbers, want 7"},
		{"DA[X ver 3 Eq Trials 9 NoDouble Output 1 1 1 1 1 1 1]", "the property DA: a rollout without DoubleTake"},
		{"LU[nan]", `the property LU: "nan", want a number`},
	} {
		_, err := ReadSGF("test", strings.NewReader("(;GM[6];W[31hefe]"+tt.property+")"))
		if err == nil || !strings.Contains(err.Error(), "line 1, game 1") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.property, err, tt.want)
		}
	}
	for _, unknown := range []string{"A[0][hefe E ver 9 1 2]", "A[]", "DA[?]", "DA[X ver 3 Eq Trials 0 NoDouble Output]", "A[0][hefe X ver 3 Score 1 1 Trials 0]"} {
		m, err := ReadSGF("test", strings.NewReader("(;GM[6];W[31hefe]"+unknown+")"))
		if err != nil || m.Games[0].Actions[0].Analysis != nil {
			t.Errorf("%s: error %v, want it to be left out", unknown, err)
		}
	}
}
