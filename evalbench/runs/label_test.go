package runs

import (
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
)

// TestLabels: runs of recipes are called by the settings that differ, those of users by their names.
func TestLabels(t *testing.T) {
	const head = `{"format":"gammonlab-td-run 1","games":300,"kernel":"simd",`
	for _, tt := range []struct {
		configs, want []string
	}{
		{[]string{`"hidden":[40,20],"lambda":"0.7","seed":2}`, `"hidden":[40,20],"lambda":"0","seed":1}`, `"hidden":[5],"lambda":"0","seed":1}`},
			[]string{"hidden 40,20, λ 0.7 (seed 2)", "hidden 40,20, λ 0 (seed 1)", "hidden 5, λ 0 (seed 1)"}},
		{[]string{`"seed":2}`, `"seed":1}`}, []string{"seed 2", "seed 1"}},
		{[]string{`"fast_start":true,"rate":"exp:0.1:0.01"}`, `"fast_start":false,"rate":"0.1"}`, `"rate":"0.1"}`},
			[]string{"fast-start, rate exp:0.1:0.01", "", ""}}, // the others cannot be told apart
		{[]string{`"a":1,"b":1,"c":1,"d":1,"e":1}`, `"a":2,"b":2,"c":2,"d":2,"e":2}`}, []string{"", ""}},
		{[]string{`"toolkit":"1"}`, `"toolkit":"2"}`}, []string{"", ""}},
		{[]string{`"seed":2}`}, []string{""}},
	} {
		root := t.TempDir()
		dirs := []string{filepath.Join(root, "mine")}
		for i := range tt.configs {
			dirs = append(dirs, filepath.Join(root, "net-012345678901234"+string(rune('a'+i)), "run"))
		}
		for i, dir := range dirs {
			folder(t, dir, TD, `{"games":300,"games_per_second":100,"wall_seconds":3}`+"\n")
			write(t, runfolder.New(dir).Path(runfolder.ConfigFile), head+append([]string{`"seed":9}`}, tt.configs...)[i])
		}
		all := must.Get(OpenAll(dirs))(t)
		var got, want []string
		for i, r := range all {
			got, want = append(got, r.Called()), append(want, r.Name)
			if i > 0 && tt.want[i-1] != "" {
				want[i] = tt.want[i-1]
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q are called %q, want %q", tt.configs, got, want)
		}
		if charts := must.Get(Charts(all, ChartOptions{}))(t); charts[0].Series[1].Name != want[1] {
			t.Errorf("the key has %q, want %q", charts[0].Series[1].Name, want[1])
		}
	}
}
