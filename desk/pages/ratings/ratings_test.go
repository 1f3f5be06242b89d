package ratings_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/ratings"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/webtest"
	"gammonlab/internal/must"
)

// The page lists the studies of the folders and fits the chosen ones; figures are files, too.
func TestRatings(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, "appendix.parquet"), must.Get(os.ReadFile("../../../rating/study/appendix.parquet"))(t), 0o666))
	must.OK(t, os.WriteFile(filepath.Join(dir, "other.parquet"), []byte("PAR1 no study"), 0o666))
	server := webtest.Start(t, ratings.Register, &backend.Backend{Data: []string{dir}, Pool: scheduler.NewPool(t.Context(), 2), Scratch: t.TempDir()})
	_, text := webtest.Get(t, server.URL+"/ratings")
	found := regexp.MustCompile(`name="file" value="(\w+)"`).FindAllStringSubmatch(text, -1)
	if len(found) != 1 || !strings.Contains(text, "10300 matches, to ") || strings.Contains(text, "other") {
		t.Fatalf("the page is %s", text)
	}
	query := "?file=" + found[0][1]
	status, text := webtest.Get(t, server.URL+"/ratings"+query)
	figures := regexp.MustCompile(`/ratings/files/([\w-]+)\.svg\?file=`).FindAllStringSubmatch(text, -1)
	if status != http.StatusOK || len(figures) < 2 || strings.Count(text, "<svg") != len(figures) || !strings.Contains(text, "<pre>") {
		t.Errorf("status %d, figures %v: %.2000s", status, figures, text)
	}
	for name, want := range map[string]string{figures[0][1] + ".svg": "<svg", figures[1][1] + ".png": "\x89PNG"} {
		if status, text := webtest.Get(t, server.URL+"/ratings/files/"+name+query); status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, %.200s", name, status, text)
		}
	}
	for _, at := range []string{"?file=none", "/files/none.svg" + query, "/files/" + figures[0][1] + ".gif" + query, "/files/" + figures[0][1] + ".svg?file=none"} {
		if status, text := webtest.Get(t, server.URL+"/ratings"+at); status != http.StatusNotFound {
			t.Errorf("%s: status %d, %s", at, status, text)
		}
	}
	if status, text := webtest.Get(t, server.URL+"/ratings/files/"+figures[0][1]+".svg"); status != http.StatusBadRequest {
		t.Errorf("without a study: status %d, %s", status, text)
	}
}
