package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// page returns a notebook with one cell of code and further fields of the cell,
// such as "outputs".
func page(rest string) string {
	return `{"cells":[{"cell_type":"markdown","source":["# Title"]},` +
		`{"cell_type":"code","metadata":{},"source":["%%\n","run()"],` + rest + `}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
}

func TestCheckFindsFailures(t *testing.T) {
	tests := []struct{ name, rest, want string }{
		{"fine", `"execution_count":1,"outputs":[{"output_type":"stream","name":"stdout","text":["panic: only said\n"]}]`, ""},
		{"not executed", `"execution_count":null,"outputs":[]`, "not executed"},
		{"panic", `"execution_count":1,"outputs":[{"output_type":"stream","name":"stderr","text":["panic: no net\n","exit status 2\n"]}]`, "panic: no net\nexit status 2"},
		{"text in one piece", `"execution_count":1,"outputs":[{"output_type":"stream","name":"stderr","text":"exit status 1"}]`, "exit status 1"},
		{"error", `"execution_count":1,"outputs":[{"output_type":"error","ename":"ERROR","evalue":"undefined: x","traceback":[]}]`, "undefined: x"},
	}
	for _, test := range tests {
		nb, err := parse([]byte(page(test.rest)))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		err = nb.check()
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: got error %v", test.name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "cell 2") {
			t.Errorf("%s: got error %v, want one about cell 2 with %q", test.name, err, test.want)
		}
	}
}

func TestCleanDropsWhatDiffers(t *testing.T) {
	nb, err := parse([]byte(page(`"execution_count":1,"outputs":[{"output_type":"display_data","data":{"text/html":["<b>x</b> & y"]},` +
		`"metadata":{"time":1},"transient":{"display_id":"7f"}}]`)))
	if err != nil {
		t.Fatal(err)
	}
	nb.clean()
	data, err := nb.encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"transient", "time", "7f", `\u003c`} {
		if bytes.Contains(data, []byte(gone)) {
			t.Errorf("%q is left in %s", gone, data)
		}
	}
	if !bytes.Contains(data, []byte("<b>x</b> & y")) {
		t.Errorf("the output is gone from %s", data)
	}
}

func TestPortable(t *testing.T) {
	for text, want := range map[string]bool{
		`"wrote runs/first, 3/4 of /s"`:              true,
		`"go: /root/go/pkg/mod/x"`:                   false,
		`"/home/ann/gammonlab/td"`:                   false,
		`"see [docs/training.md](../docs/tmp/x.md)"`: true,
	} {
		if err := portable([]byte(text)); (err == nil) != want {
			t.Errorf("%s: got %v, want portable: %v", text, err, want)
		}
	}
}

// The notebooks are committed as they were executed.
func TestCommittedNotebooks(t *testing.T) {
	paths, err := filepath.Glob("../*.ipynb")
	python, pythonErr := filepath.Glob("../python/*.ipynb")
	if pythonErr != nil || len(python) == 0 {
		t.Fatalf("no notebooks in Python: %v", pythonErr)
	}
	paths = append(paths, python...)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		nb, err := parse(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if err := nb.check(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if err := portable(data); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if !bytes.Contains(data, []byte(`"image/png"`)) {
			t.Errorf("%s has no picture", path)
		}
		const most = 3 << 19 // what a page shows at once
		if len(data) > most {
			t.Errorf("%s: %d bytes, want at most %d", path, len(data), most)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(page(`"execution_count":1,"outputs":[]`)))
	f.Add([]byte(page(`"outputs":[{"output_type":"stream","name":"stderr","text":[1,["x"]]},3]`)))
	f.Add([]byte(`{"cells":[1]}`))
	f.Add([]byte(`{"cells":[{"cell_type":"code","outputs":{}}]}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := parse(data)
		if err != nil {
			return
		}
		_ = nb.check()
		nb.clean()
		first, err := nb.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(first)
		if err != nil {
			t.Fatal(err)
		}
		if second, err := again.encode(); err != nil || !bytes.Equal(first, second) {
			t.Errorf("written, read and written again: got %s, %v, want %s", second, err, first)
		}
	})
}
