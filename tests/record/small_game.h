// A game of two units for the tests of record/: three red figures, two blue.
#ifndef VEDETTE_TESTS_RECORD_SMALL_GAME_H
#define VEDETTE_TESTS_RECORD_SMALL_GAME_H

static const char small_game[] =
    "{\"vedette\":1,\"title\":\"Table <7>\",\"ruleset\":\"battlesystem-1e\",\"table\":{\"width_in\":72,\"depth_in\":48},"
    "\"sides\":[{\"id\":\"red\",\"name\":\"Red\",\"colour\":\"#b02020\"},{\"id\":\"blue\",\"name\":\"Blue\"}],"
    "\"units\":["
    "{\"id\":\"R1\",\"name\":\"</script><b>Pikes\",\"side\":\"red\",\"movement_in\":12,\"figures\":["
    "{\"id\":\"R1-1\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[10,10,90]},"
    "{\"id\":\"R1-2\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[11,10,90]},"
    "{\"id\":\"R1-3\",\"base\":{\"shape\":\"square\",\"width_mm\":25.4,\"depth_mm\":25.4},\"start\":[12,10,90]}]},"
    "{\"id\":\"B1\",\"name\":\"Bows\",\"side\":\"blue\",\"movement_in\":9,\"figures\":["
    "{\"id\":\"B1-1\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[40,40,-90]},"
    "{\"id\":\"B1-2\",\"base\":{\"shape\":\"round\",\"diameter_mm\":25.4},\"start\":[41.5,40,-90]}]}],"
    "\"terrain\":[{\"id\":\"wood\",\"kind\":\"light-woods\",\"polygon_in\":[[30,20],[40,20],[40,28],[30,28]]}]}";

#endif
