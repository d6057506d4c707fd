// Numbers, switches and words of M42 that house rules may set: the parameter tables of the rule catalogue.
#include "rules/books/m42/m42.h"
#include "rules/engine/parameters.h"

const rules_parameter m42_parameters[M42_PARAMETERS] = {
    NUMBER("command_radius_factor", 2, 0.1, 10, "x Ld", "the leader's command radius", "M42-MV-2"),
    NUMBER("coherency_factor", 1, 0.1, 10, "x Ld", "how near a comrade must be", "M42-MV-5, M42-MV-12"),
    NUMBER("advance_factor", 1, 0, 10, "x Mv", "length of an advance", "M42-MV-16"),
    NUMBER("double_factor", 2, 0, 10, "x Mv", "length of a move at the double", "M42-MV-18"),
    NUMBER("regroup_factor", 1, 0, 10, "x Mv", "length of a regrouping move", "M42-MV-28"),
    NUMBER("min_in_command_fraction", 0.5, 0, 1, "of the survivors", "who must be in command for the leader to go", "M42-MV-25, M42-MV-26"),
    NUMBER("enemy_exclusion_in", 2, 0, 20, "in", "how near to an enemy no model may come", "M42-MV-24"),
    NUMBER("regroup_enemy_bar_in", 12, 0, 60, "in", "an enemy so near when the phase began bars regrouping", "M42-MV-31"),
    NUMBER("m42_regroup_dir_tol_deg", 20, 0, 90, "deg", "how far a regrouping model may stray from the way to its leader", "M42-MV-29"),
    NUMBER("advance_bs_penalty", -1, -10, 10, "", "Ballistic Skill after an advance", "M42-MV-17"),
    NUMBER("double_ev_penalty", -1, -10, 10, "", "Evasion after a move at the double", "M42-MV-19"),
    NUMBER("dig_in_to_bonus", 1, -10, 10, "", "Toughness of a unit that is dug in, against shooting", "M42-MV-23"),
    WORD("enemy_exclusion_exempt", "assaulted_unit", "assaulted_unit|all_enemies", "whom a unit that assaults may come near", "M42-MV-24"),
    WORD("enemy_exclusion_start_inside", "may_not_approach", "may_not_approach", "a model that begins within the distance", "M42-MV-24"),
    WORD("m42_measure", "edge", "edge|centre", "distances between models: from edge to edge, or between centres", "M42-MV-2, M42-MV-5, M42-MV-12"),
    FLAG("m42_regroup_must_end_inside", false, "a regrouping model has to end within the command radius", "M42-MV-3"),
    WORD("m42_coherency_unmoved", "advisory", "advisory", "models left behind out of coherency are worth a word", "M42-MV-5"),
    FLAG("m42_leader_first_in_halt", false, "nobody moves before the leader even where he does not move", "M42-MV-6"),
    WORD("m42_coherency_chain", "connected_to_leader", "connected_to_leader", "how moved models must hang together", "M42-MV-12"),
    WORD("m42_follower_limit", "same_as_leader", "same_as_leader", "how far models in command may go", "M42-MV-13"),
    WORD("m42_halt_model_limit", "Mv", "Mv", "how far models may go in a halt", "M42-MV-15"),
    WORD("m42_double_ev_until", "next_own_movement", "next_own_movement", "how long the Evasion penalty lasts", "M42-MV-19"),
    FLAG("m42_leader_counts", true, "the leader counts as one of those in command", "M42-MV-25"),
    WORD("m42_regroup_target", "leader_after_move", "leader_after_move", "where a regrouping model goes", "M42-MV-27"),
    WORD("m42_assault_contact_by", "leader", "leader|any_model", "whose base makes the contact of an assault", "M42-MV-32"),
    FLAG("m42_defensive_fire_reminder", true, "remind of the defensive fire of assaulted units", "M42-MV-33"),
    WORD("Mv", "roster", "roster", "Movement: each unit's movement_in", "M42-MV-16"),
    WORD("Ld", "roster", "roster", "Leadership: each unit's leadership", "M42-MV-2"),
};
