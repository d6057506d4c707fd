#include "app/record_damage.h"

#include <stdio.h>

#include "record/record.h"

void record_first_damage(const char *path, char *out, size_t capacity) {
    record_report report;
    fault fault = {""};
    out[0] = '\0';
    if (record_verify(path, &report, &fault) != STATUS_OK)
        snprintf(out, capacity, "%.200s", fault.text);
    else if (report.damage_count > 0)
        snprintf(out, capacity, "%s", report.damage[0]);
    else if (report.cut)
        snprintf(out, capacity, "recording failed, and part of what came from %.1f s on is missing", report.lost_t_s);
}
